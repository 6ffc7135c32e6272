#include "app/events.hpp"

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

#include "core/error.hpp"

namespace stride::app {

EventFile::EventFile(const std::string& file) : out_(file) {
  if (!out_)
    throw Error(ErrorKind::usage, file, std::string("cannot write events: ") + std::strerror(errno),
                "give another --events FILE");
}

void EventFile::write(const run::Event& event) {
  nlohmann::ordered_json line;
  line["event"] = event.kind;
  if (event.iteration >= 0) line["iteration"] = event.iteration;
  if (event.shot_id >= 0) line["shot"] = event.shot_id;
  if (!event.name.empty()) line[event.kind == "quarantined" ? "reason" : "name"] = event.name;
  if (event.loss) line["loss"] = *event.loss;
  line["seconds"] = event.seconds;
  if (event.points_per_s > 0) line["points_per_s"] = event.points_per_s;
  out_ << line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << std::endl;
}

void EventFile::write_line(const std::string& kind, const nlohmann::ordered_json& rest) {
  nlohmann::ordered_json line;
  line["event"] = kind;
  line.update(rest);
  out_ << line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << std::endl;
}

}  // namespace stride::app
