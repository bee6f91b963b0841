//! The names that a builder had in version 0.

#![allow(deprecated)]

use crate::builder::ThreadPoolBuilder;
use crate::thread_pool::ThreadPool;
use std::any::Any;
use std::error::Error;

/// Settings of a pool.
#[derive(Debug, Default)]
#[deprecated(note = "use `ThreadPoolBuilder`")]
pub struct Configuration(ThreadPoolBuilder);

/// Builds the global pool.
///
/// # Errors
/// If there is one, or a thread cannot be started.
#[deprecated(note = "use `ThreadPoolBuilder::build_global`")]
pub fn initialize(configuration: Configuration) -> Result<(), Box<dyn Error>> {
    configuration.0.build_global().map_err(Box::from)
}

impl Configuration {
    /// Returns the default settings.
    #[must_use]
    pub fn new() -> Configuration {
        Configuration::default()
    }

    /// Builds a pool.
    ///
    /// # Errors
    /// If a thread cannot be started.
    pub fn build(self) -> Result<ThreadPool, Box<dyn Error + 'static>> {
        self.0.build().map_err(Box::from)
    }

    /// See [`ThreadPoolBuilder::thread_name`].
    #[must_use]
    pub fn thread_name<F>(self, name: F) -> Self
    where
        F: FnMut(usize) -> String + 'static,
    {
        Configuration(self.0.thread_name(name))
    }

    /// See [`ThreadPoolBuilder::num_threads`].
    #[must_use]
    pub fn num_threads(self, threads: usize) -> Configuration {
        Configuration(self.0.num_threads(threads))
    }

    /// See [`ThreadPoolBuilder::panic_handler`].
    #[must_use]
    pub fn panic_handler<H>(self, handler: H) -> Configuration
    where
        H: Fn(Box<dyn Any + Send>) + Send + Sync + 'static,
    {
        Configuration(self.0.panic_handler(handler))
    }

    /// See [`ThreadPoolBuilder::stack_size`].
    #[must_use]
    pub fn stack_size(self, bytes: usize) -> Self {
        Configuration(self.0.stack_size(bytes))
    }

    /// See [`ThreadPoolBuilder::breadth_first`].
    #[must_use]
    pub fn breadth_first(self) -> Self {
        Configuration(self.0.breadth_first())
    }

    /// See [`ThreadPoolBuilder::start_handler`].
    #[must_use]
    pub fn start_handler<H>(self, handler: H) -> Configuration
    where
        H: Fn(usize) + Send + Sync + 'static,
    {
        Configuration(self.0.start_handler(handler))
    }

    /// See [`ThreadPoolBuilder::exit_handler`].
    #[must_use]
    pub fn exit_handler<H>(self, handler: H) -> Configuration
    where
        H: Fn(usize) + Send + Sync + 'static,
    {
        Configuration(self.0.exit_handler(handler))
    }
}
