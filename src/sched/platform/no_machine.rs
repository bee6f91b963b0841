//! Types without values in place of a simulated machine, so the compiler knows every pool to be
//! real.

use super::{CacheLine, Costs};
use std::io;
use std::sync::Arc;

pub(crate) enum Machine {}

pub(crate) enum Stacks {}

impl Stacks {
    pub(crate) fn new(_workers: usize, _bytes: usize) -> io::Result<Stacks> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

impl Machine {
    pub(super) fn costs(&self) -> &Costs {
        match *self {}
    }

    pub(super) fn now_ns(&self) -> u64 {
        match *self {}
    }

    pub(super) fn spend(&self, _ns: u64) {
        match *self {}
    }

    pub(crate) fn read(
        &self,
        _worker: usize,
        _lines: impl IntoIterator<Item = CacheLine>,
        _far: impl Fn(usize) -> bool,
    ) -> u64 {
        match *self {}
    }

    pub(crate) fn write(&self, _worker: usize, _line: CacheLine, _far: impl Fn(usize) -> bool) {
        match *self {}
    }

    pub(super) fn park_until(&self, _awake: impl Fn() -> bool) {
        match *self {}
    }

    pub(super) fn unpark(&self, _worker: usize) {
        match *self {}
    }

    pub(super) fn stop(&self) {
        match *self {}
    }

    pub(super) fn run_until(&self, _ready: impl FnMut() -> bool) {
        match *self {}
    }

    pub(super) fn close(&self) {
        match *self {}
    }

    pub(crate) fn run<F: FnOnce()>(self: &Arc<Self>, _stacks: Stacks, _workers: Vec<F>) {
        match **self {}
    }
}
