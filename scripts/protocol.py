"""Writes protocol-0.1 files with h5py, for scripts that make data. Debian: python3-numpy python3-h5py."""
import h5py
import numpy as np

FLAGS = ("is_ndarray", "is_list", "is_tuple", "is_str", "is_bytes", "is_none")


def value(group, name, data, **kind):
    """A dataset with the framework's flags: value(group, "shape", (3, 4), is_tuple=True)."""
    dataset = group.create_dataset(name, data=data, track_times=False)
    for key in FLAGS:
        dataset.attrs[key] = bool(kind.get(key, False))
    return dataset


def mapping(group, name=None):
    """A group that is a mapping."""
    group = group.create_group(name) if name else group
    group.attrs["is_array"] = False
    return group


def start(path, shape=None, spacing=0.5e-3, samples=None, step=None, extra=0, absorbing=0):
    """A new file with its space and time, where given."""
    file = h5py.File(path, "w")
    mapping(file)
    file.attrs["protocol"] = "0.1"
    file.attrs["datetime"] = "1970-01-01 00:00:00.000000"
    if shape is not None:
        dim = len(shape)
        space = mapping(file, "space")
        for key, item in (("shape", shape), ("spacing", (spacing,) * dim), ("extra", (extra,) * dim), ("absorbing", (absorbing,) * dim)):
            value(space, key, item, is_tuple=True)
    if samples is not None:
        clock = mapping(file, "time")
        for key, item in (("start", 0.0), ("stop", (samples - 1) * step), ("step", step), ("num", samples)):
            value(clock, key, item)
    return file


def array_of(group, data):
    """What a scalar field and a trace set have in common."""
    value(group, "shape", data.shape, is_tuple=True)
    value(group, "extended_shape", data.shape, is_tuple=True)
    value(group, "inner", np.array([["0", "None", "None"]] * data.ndim, dtype="S"), is_list=True)
    value(group, "dtype", str(data.dtype), is_str=True)
    value(group, "data", data, is_ndarray=True)


def trace_set(shot, name, data, ids):
    group = mapping(shot, name)
    array_of(group, data)
    value(group, "num_transducers", len(ids))
    value(group, "transducer_ids", ids, is_list=True)


def shot(shots, number, source_ids, receiver_ids):
    group = mapping(shots, str(number))
    value(group, "id", number)
    value(group, "num_sources", len(source_ids))
    value(group, "num_receivers", len(receiver_ids))
    value(group, "source_ids", source_ids, is_list=True)
    value(group, "receiver_ids", receiver_ids, is_list=True)
    return group


def acquisitions(file, count):
    """The shots group of an acquisitions file."""
    value(file, "num_shots", count)
    mapping(file, "sequences")
    return mapping(file, "shots")


def geometry(file, points):
    """Locations 0, 1, 2, ... at the rows of `points` (m)."""
    value(file, "num_locations", len(points))
    value(file, "coordinates", np.asarray(points, dtype=np.float32), is_ndarray=True)
    locations = mapping(file, "locations")
    for k in range(len(points)):
        location = mapping(locations, str(k))
        for key, item in (("id", k), ("transducer_id", 0), ("coordinates", k)):
            value(location, key, item)


def field(file, data):
    """A scalar field at the root."""
    array_of(file, data)
    value(file, "time_dependent", False)
    value(file, "slow_time_dependent", False)
