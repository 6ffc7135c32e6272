#include "runtime/cancellation.hpp"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cstring>

namespace stride::runtime {
namespace {

std::atomic<int> requested{0};
std::atomic<void (*)()> last_act{nullptr};

void say(const char* text) {
  // Nothing can be done about a failed write here.
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text, std::strlen(text));
}

extern "C" void on_stop_signal(int signal) {
  if (requested.exchange(signal) == 0) {
    say("\nstopping at the next safe point; press again to stop at once\n");
    return;
  }
  if (auto* act = last_act.load()) act();
  _exit(130);
}

}  // namespace

void handle_signals(void (*before_exit)()) {
  last_act = before_exit;
  struct sigaction action {};
  action.sa_handler = on_stop_signal;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  // A closed pipe is seen as a failed write where the writing is done.
  signal(SIGPIPE, SIG_IGN);
  // So is a file that grows over the limit of `ulimit -f`: an error of the write, as a full disk is.
  signal(SIGXFSZ, SIG_IGN);
}

bool stop_requested() {
  return requested.load(std::memory_order_relaxed) != 0;
}

int stop_signal() {
  return requested.load();
}

const char* stop_signal_name() {
  return stop_signal() == SIGINT ? "SIGINT" : "SIGTERM";
}

void request_stop(int signal) {
  requested = signal;
}

void clear_stop_request() {
  requested = 0;
}

}  // namespace stride::runtime
