#pragma once

#include <span>
#include <stdexcept>
#include <string>

#include "record/schema.h"

/// Schemas as ROS 2 message definitions: every group a type of its own, named by the way to it
/// (`seen` -> Seen, its legs -> SeenLeg), units as comments, names of enumerations as constants.
///
///     ventosa_msgs/msg/Command                float64 q  # [rad]
///                                             int8 MODE_HOLD=0
///                                             int8 mode  # [enum]
namespace ventosa::record {

/// "ventosa_msgs/msg/Command" of the topic `command`
std::string message_type(const Field& topic);

/// Of the topic's type, those of the types in it behind, as MCAP wants them (encoding ros2msg).
std::string message_definition(const Field& topic);

/// A definition or a message that cannot be read.
class MessageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The schema of a topic from its definition, and its lengths from a message. Takes what
/// message_definition() writes and other definitions of numbers, bools, arrays and sequences of
/// them, and types of these; no text.
/// @throws MessageError
Field read_definition(const std::string& topic, const std::string& definition,
                      std::span<const std::byte> message);

}  // namespace ventosa::record
