/* SPDX-License-Identifier: MIT */
#include "work/channel.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

typedef union control {
    struct cmsghdr head;
    char space[CMSG_SPACE(CHANNEL_FILES * sizeof(int))];
} control;

bool channel_send(int channel, const void *message, size_t size, const int *files, size_t count)
{
    control with = { 0 };
    struct iovec part = { (void *)(size_t)message, size };
    struct msghdr whole = { .msg_iov = &part, .msg_iovlen = 1 };
    if (count > CHANNEL_FILES) return false;
    if (count) {
        whole.msg_control = &with;
        whole.msg_controllen = CMSG_SPACE(count * sizeof *files);
        struct cmsghdr *head = CMSG_FIRSTHDR(&whole);
        head->cmsg_level = SOL_SOCKET;
        head->cmsg_type = SCM_RIGHTS;
        head->cmsg_len = CMSG_LEN(count * sizeof *files);
        memcpy(CMSG_DATA(head), files, count * sizeof *files);
    }
    ssize_t sent;
    do sent = sendmsg(channel, &whole, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent == (ssize_t)size;
}

static size_t take_files(struct msghdr *whole, int *files)
{
    size_t count = 0;
    for (struct cmsghdr *head = CMSG_FIRSTHDR(whole); head; head = CMSG_NXTHDR(whole, head)) {
        if (head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_RIGHTS) continue;
        count = (head->cmsg_len - CMSG_LEN(0)) / sizeof *files;
        memcpy(files, CMSG_DATA(head), count * sizeof *files);
    }
    return count;
}

bool channel_receive(int channel, void *message, size_t size, int *files, size_t count)
{
    control with = { 0 };
    int received[CHANNEL_FILES];
    struct iovec part = { message, size };
    struct msghdr whole = { .msg_iov = &part, .msg_iovlen = 1, .msg_control = &with, .msg_controllen = sizeof with };
    ssize_t got;
    do got = recvmsg(channel, &whole, MSG_CMSG_CLOEXEC);
    while (got < 0 && errno == EINTR);
    if (got < 0) return false;
    size_t have = take_files(&whole, received);
    if (got == (ssize_t)size && have == count && !(whole.msg_flags & (MSG_TRUNC | MSG_CTRUNC))) {
        if (count) memcpy(files, received, count * sizeof *files);
        return true;
    }
    for (size_t i = 0; i < have; i++) close(received[i]);
    return false;
}
