// Strings of fixed and of variable length, of datasets and of attributes alike. Internal to io/.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "io/hdf5.hpp"

namespace stride::io {

// `get` reads all elements in the memory type it is given into a buffer. Fills `texts`, whose size is the number of
// elements; false when HDF5 refuses.
bool read_texts(hid_t type, hid_t space, const std::function<herr_t(hid_t, void*)>& get,
                std::vector<std::string>& texts);

}  // namespace stride::io
