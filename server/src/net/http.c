/* SPDX-License-Identifier: MIT */
#include "net/http.h"

#include <stddef.h>

const char *http_reason(unsigned code)
{
    static const struct {
        unsigned code;
        const char *phrase;
    } all[] = {
        { HTTP_OK, "OK" },
        { HTTP_CREATED, "Created" },
        { HTTP_PARTIAL_CONTENT, "Partial Content" },
        { HTTP_SEE_OTHER, "See Other" },
        { HTTP_NOT_MODIFIED, "Not Modified" },
        { HTTP_BAD_REQUEST, "Bad Request" },
        { HTTP_UNAUTHORIZED, "Unauthorized" },
        { HTTP_FORBIDDEN, "Forbidden" },
        { HTTP_NOT_FOUND, "Not Found" },
        { HTTP_METHOD_NOT_ALLOWED, "Method Not Allowed" },
        { HTTP_NOT_ACCEPTABLE, "Not Acceptable" },
        { HTTP_CONFLICT, "Conflict" },
        { HTTP_LENGTH_REQUIRED, "Length Required" },
        { HTTP_CONTENT_TOO_LARGE, "Content Too Large" },
        { HTTP_URI_TOO_LONG, "URI Too Long" },
        { HTTP_UNSUPPORTED_MEDIA_TYPE, "Unsupported Media Type" },
        { HTTP_RANGE_NOT_SATISFIABLE, "Range Not Satisfiable" },
        { HTTP_EXPECTATION_FAILED, "Expectation Failed" },
        { HTTP_UNPROCESSABLE_CONTENT, "Unprocessable Content" },
        { HTTP_TOO_MANY_REQUESTS, "Too Many Requests" },
        { HTTP_HEADERS_TOO_LARGE, "Request Header Fields Too Large" },
        { HTTP_INTERNAL_SERVER_ERROR, "Internal Server Error" },
        { HTTP_NOT_IMPLEMENTED, "Not Implemented" },
        { HTTP_BAD_GATEWAY, "Bad Gateway" },
        { HTTP_SERVICE_UNAVAILABLE, "Service Unavailable" },
        { HTTP_GATEWAY_TIMEOUT, "Gateway Timeout" },
        { HTTP_VERSION_NOT_SUPPORTED, "HTTP Version Not Supported" },
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].code == code) return all[i].phrase;
    return "Error";
}
