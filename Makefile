# The form in which OpenBench and other testers of chess engines build: `make EXE=name`.
#
#   make                the program for this machine's processor, as ./sparring
#   make EXE=name       the same under another name
#   make portable       the program for any processor of this architecture
#
# Cargo alone does as well: `cargo build --release` makes target/release/sparring, which chooses
# the instructions of its fastest parts when it starts.

EXE = sparring
CARGO = cargo
BUILD = $(CARGO) build --release --locked --bin sparring
TARGET = $(or $(CARGO_TARGET_DIR),target)

.PHONY: native portable clean

# In a folder of its own: other flags would make cargo build everything again.
native:
	RUSTFLAGS="-C target-cpu=native" $(BUILD) --target-dir "$(TARGET)/native"
	cp "$(TARGET)/native/release/sparring" "$(EXE)"

portable:
	$(BUILD) --target-dir "$(TARGET)"
	cp "$(TARGET)/release/sparring" "$(EXE)"

clean:
	$(CARGO) clean
