/* `araldo bench` as a program of its own, so that its figures can be compared between the native build and WebAssembly. */
#include "program/commands.h"

int main(int argc, char **argv) { return command_bench(argc, argv); }
