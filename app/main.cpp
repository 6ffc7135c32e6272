#include "app/verbs.hpp"

int main(int argc, char** argv) {
  return stride::app::run(argc, argv);
}
