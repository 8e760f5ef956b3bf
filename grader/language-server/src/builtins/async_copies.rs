//! Copies between global and local memory that a work-group starts together.

use super::Entry;
use opencl_c::builtin::Name;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        name: Name::AsyncWorkGroupCopy,
        forms: &[
            "event_t async_work_group_copy(local gentype *dst, const global gentype *src, size_t \
             num_elements, event_t event)",
            "event_t async_work_group_copy(global gentype *dst, const local gentype *src, size_t \
             num_elements, event_t event)",
        ],
        means: "Starts one copy for the whole work-group between global and local memory. Returns \
                the event that wait_group_events waits for.",
        notes: &[
            "num_elements counts elements of the pointers' type, not bytes.",
            "Every work-item of the work-group must call it with the same arguments.",
            "The data is there only after wait_group_events, which must follow. A source that \
             work-items wrote needs a barrier before the copy.",
        ],
    },
    Entry {
        name: Name::AsyncWorkGroupStridedCopy,
        forms: &[
            "event_t async_work_group_strided_copy(local gentype *dst, const global gentype *src, \
             size_t num_elements, size_t src_stride, event_t event)",
            "event_t async_work_group_strided_copy(global gentype *dst, const local gentype *src, \
             size_t num_elements, size_t dst_stride, event_t event)",
        ],
        means: "Starts one copy for the whole work-group, as async_work_group_copy does. In \
                global memory the elements are one stride apart.",
        notes: &[
            "The stride and num_elements count elements of the pointers' type, not bytes. A \
             stride of 0 is undefined.",
            "Every work-item of the work-group must call it with the same arguments.",
            "The data is there only after wait_group_events, which must follow. A source that \
             work-items wrote needs a barrier before the copy.",
        ],
    },
    Entry {
        name: Name::WaitGroupEvents,
        forms: &["void wait_group_events(int num_events, event_t *event_list)"],
        means: "Waits until the copies of these events, from async_work_group_copy and its like, \
                are complete.",
        notes: &[
            "Every work-item of the work-group must call it with the same events.",
            "The list is an array in private memory: pass &event for one event.",
        ],
    },
    Entry {
        name: Name::Prefetch,
        forms: &["void prefetch(const global gentype *p, size_t num_elements)"],
        means: "Suggests that the device load num_elements elements from p into its cache for \
                global memory. It changes no result.",
        notes: &["num_elements counts elements of the pointer's type, not bytes."],
    },
];
