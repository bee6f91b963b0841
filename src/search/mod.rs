//! Game-tree search.
