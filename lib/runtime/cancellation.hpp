// SIGINT and SIGTERM: the first asks for a stop at the next safe point, a second one ends the process at once.
#pragma once

namespace stride::runtime {

// Installs the handlers. `before_exit` (may be null) is called from the handler of a second signal, so it must be
// async-signal-safe; the process then ends with status 130.
void handle_signals(void (*before_exit)());

// True once a stop has been asked for. Any thread may ask.
bool stop_requested();

// The signal that asked for it (SIGINT, SIGTERM), or 0.
int stop_signal();
// "SIGINT" or "SIGTERM", for messages.
const char* stop_signal_name();

// Asks for a stop without a signal, and takes that back; for tests.
void request_stop(int signal);
void clear_stop_request();

}  // namespace stride::runtime
