/* SPDX-License-Identifier: MIT
 * Words and numbers of HTTP (RFC 9110). */
#ifndef SERVER_NET_HTTP_H
#define SERVER_NET_HTTP_H

/* What a handler says: the request goes on or was answered, or its connection ends. */
typedef enum http_result { HTTP_END, HTTP_GO } http_result;

enum {
    HTTP_OK = 200,
    HTTP_CREATED = 201,
    HTTP_PARTIAL_CONTENT = 206,
    HTTP_SEE_OTHER = 303,
    HTTP_NOT_MODIFIED = 304,
    HTTP_BAD_REQUEST = 400,
    HTTP_UNAUTHORIZED = 401,
    HTTP_FORBIDDEN = 403,
    HTTP_NOT_FOUND = 404,
    HTTP_METHOD_NOT_ALLOWED = 405,
    HTTP_NOT_ACCEPTABLE = 406,
    HTTP_CONFLICT = 409,
    HTTP_LENGTH_REQUIRED = 411,
    HTTP_CONTENT_TOO_LARGE = 413,
    HTTP_URI_TOO_LONG = 414,
    HTTP_UNSUPPORTED_MEDIA_TYPE = 415,
    HTTP_RANGE_NOT_SATISFIABLE = 416,
    HTTP_EXPECTATION_FAILED = 417,
    HTTP_UNPROCESSABLE_CONTENT = 422,
    HTTP_TOO_MANY_REQUESTS = 429,
    HTTP_HEADERS_TOO_LARGE = 431,
    HTTP_INTERNAL_SERVER_ERROR = 500,
    HTTP_NOT_IMPLEMENTED = 501,
    HTTP_BAD_GATEWAY = 502,
    HTTP_SERVICE_UNAVAILABLE = 503,
    HTTP_GATEWAY_TIMEOUT = 504,
    HTTP_VERSION_NOT_SUPPORTED = 505
};

/* The phrase of a status; "Error" for one that is not above. */
const char *http_reason(unsigned code);

#define HEADER_ACCEPT "Accept"
#define HEADER_ACCEPT_RANGES "Accept-Ranges"
#define HEADER_ALLOW "Allow"
#define HEADER_ALLOW_HEADERS "Access-Control-Allow-Headers"
#define HEADER_ALLOW_METHODS "Access-Control-Allow-Methods"
#define HEADER_ALLOW_ORIGIN "Access-Control-Allow-Origin"
#define HEADER_AUTHORIZATION "Authorization"
#define HEADER_CACHE_CONTROL "Cache-Control"
#define HEADER_CONTENT_DISPOSITION "Content-Disposition"
#define HEADER_CONTENT_LENGTH "Content-Length"
#define HEADER_CONTENT_RANGE "Content-Range"
#define HEADER_CONTENT_TYPE "Content-Type"
#define HEADER_ETAG "ETag"
#define HEADER_HOST "Host"
#define HEADER_IF_NONE_MATCH "If-None-Match"
#define HEADER_IF_RANGE "If-Range"
#define HEADER_EXPOSE_HEADERS "Access-Control-Expose-Headers"
#define HEADER_LOCATION "Location"
#define HEADER_MAX_AGE "Access-Control-Max-Age"
#define HEADER_ORIGIN "Origin"
#define HEADER_RANGE "Range"
#define HEADER_RETRY_AFTER "Retry-After"
#define HEADER_SET_COOKIE "Set-Cookie"
#define HEADER_TRANSFER_ENCODING "Transfer-Encoding"
#define HEADER_VARY "Vary"
#define HEADER_WWW_AUTHENTICATE "WWW-Authenticate"

#define METHOD_DELETE "DELETE"
#define METHOD_GET "GET"
#define METHOD_HEAD "HEAD"
#define METHOD_OPTIONS "OPTIONS"
#define METHOD_POST "POST"

#endif
