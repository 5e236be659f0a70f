/* SPDX-License-Identifier: MIT
 * Prints "ok NAME" for each test, and ends with status 1 at the first that fails; test_units.py runs it. */
#include "rules/rate_limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                                                         \
    do {                                                                                                                         \
        if (!(condition)) printf("FAILED %s:%d: %s\n", __FILE__, __LINE__, #condition), exit(1);                                 \
    } while (0)

enum { SECOND = 1000000 };

static ip_address read(const char *text)
{
    ip_address address;
    CHECK(address_read(text, &address));
    return address;
}

static rate_limits *make(size_t buckets, limit_rate address, limit_rate token)
{
    rate_limits *l = rate_limits_new(buckets);
    CHECK(l);
    rate_limits_set(l, address, token);
    return l;
}

static void a_burst_is_allowed_and_then_the_rate(void)
{
    rate_limits *l = make(1024, (limit_rate){ 2, 5 }, (limit_rate){ 0, 0 });
    ip_address one = read("192.0.2.1");
    for (int i = 0; i < 5; i++) CHECK(rate_limits_address(l, &one, SECOND) == 0);
    CHECK(rate_limits_address(l, &one, SECOND) == 1);
    CHECK(rate_limits_address(l, &one, SECOND + SECOND / 2) == 0);
    CHECK(rate_limits_address(l, &one, SECOND + SECOND / 2) > 0);
    for (int i = 0; i < 5; i++) CHECK(rate_limits_address(l, &one, 1000 * (int64_t)SECOND) == 0);
    CHECK(rate_limits_address(l, &one, 1000 * (int64_t)SECOND) > 0);
    rate_limits_free(l);
}

static void addresses_do_not_share_but_a_network_of_ipv6_does(void)
{
    rate_limits *l = make(1024, (limit_rate){ 1, 1 }, (limit_rate){ 0, 0 });
    ip_address a = read("192.0.2.1"), b = read("192.0.2.2"), c = read("2001:db8::1"), d = read("2001:db8::ffff:1"),
               e = read("2001:db8:0:1::1"), mapped = read("::ffff:192.0.2.1");
    CHECK(rate_limits_address(l, &a, SECOND) == 0);
    CHECK(rate_limits_address(l, &b, SECOND) == 0);
    CHECK(rate_limits_address(l, &c, SECOND) == 0);
    CHECK(rate_limits_address(l, &d, SECOND) == 1);
    CHECK(rate_limits_address(l, &e, SECOND) == 0);
    CHECK(rate_limits_address(l, &mapped, SECOND) == 1);
    rate_limits_free(l);
}

static void tokens_have_buckets_of_their_own(void)
{
    rate_limits *l = make(1024, (limit_rate){ 0, 0 }, (limit_rate){ 1, 1 });
    ip_address one = read("192.0.2.1");
    CHECK(rate_limits_token(l, "a", SECOND) == 0);
    CHECK(rate_limits_token(l, "a", SECOND) == 1);
    CHECK(rate_limits_token(l, "b", SECOND) == 0);
    for (int i = 0; i < 100; i++) CHECK(rate_limits_address(l, &one, SECOND) == 0);
    rate_limits_free(l);
}

static void a_client_that_is_refused_is_not_forgotten_for_others(void)
{
    rate_limits *l = make(64, (limit_rate){ 1, 10 }, (limit_rate){ 0, 0 });
    ip_address loud = read("198.51.100.1");
    for (int i = 0; i < 10; i++) CHECK(rate_limits_address(l, &loud, SECOND) == 0);
    for (unsigned i = 0; i < 100000; i++) {
        ip_address other = read("10.0.0.0");
        other.bytes[13] = (uint8_t)(i >> 16);
        other.bytes[14] = (uint8_t)(i >> 8);
        other.bytes[15] = (uint8_t)i;
        CHECK(rate_limits_address(l, &other, SECOND) == 0);
    }
    CHECK(rate_limits_address(l, &loud, SECOND) == 1);
    rate_limits_free(l);
}

static void limits_can_be_changed(void)
{
    rate_limits *l = make(64, (limit_rate){ 1, 1 }, (limit_rate){ 0, 0 });
    ip_address one = read("198.51.100.1");
    CHECK(rate_limits_address(l, &one, SECOND) == 0);
    CHECK(rate_limits_address(l, &one, SECOND) == 1);
    rate_limits_set(l, (limit_rate){ 0, 0 }, (limit_rate){ 0, 0 });
    CHECK(rate_limits_address(l, &one, SECOND) == 0);
    rate_limits_free(l);
}

static bool client_is(const char *peer, const char *forwarded, const char *wanted)
{
    const ip_address trusted[] = { read("127.0.0.1"), read("10.0.0.5") };
    ip_address from = read(peer), client = rate_limits_client(&from, forwarded, trusted, 2), expected = read(wanted);
    return memcmp(&client, &expected, sizeof client) == 0;
}

static void only_a_proxy_that_is_trusted_says_who_the_client_is(void)
{
    CHECK(client_is("127.0.0.1", NULL, "127.0.0.1"));
    CHECK(client_is("127.0.0.1", "192.0.2.1", "192.0.2.1"));
    CHECK(client_is("127.0.0.1", "6.6.6.6, 192.0.2.1", "192.0.2.1"));
    CHECK(client_is("127.0.0.1", "6.6.6.6, 192.0.2.1, 10.0.0.5", "192.0.2.1"));
    CHECK(client_is("127.0.0.1", "[2001:db8::1]", "2001:db8::1"));
    CHECK(client_is("127.0.0.1", "192.0.2.1, nonsense", "127.0.0.1"));
    CHECK(client_is("192.0.2.9", "6.6.6.6", "192.0.2.9"));
    CHECK(client_is("127.0.0.1", "192.0.2.1:4711", "192.0.2.1"));
    CHECK(client_is("127.0.0.1", "6.6.6.6, [2001:db8::1]:443 , 10.0.0.5:80", "2001:db8::1"));
    CHECK(client_is("127.0.0.1", "2001:db8::1", "2001:db8::1"));
    CHECK(
        client_is("127.0.0.1", "2001:db8::1:443", "2001:db8::1:443")); /* without brackets the last part is one of the address */
    CHECK(client_is("127.0.0.1", "192.0.2.1:", "127.0.0.1"));
    CHECK(client_is("127.0.0.1", "192.0.2.1:123456", "127.0.0.1"));
    CHECK(client_is("127.0.0.1", "[192.0.2.1]:80", "127.0.0.1"));
    CHECK(client_is("127.0.0.1", ":80", "127.0.0.1"));
    CHECK(client_is("127.0.0.1", "", "127.0.0.1"));
}

static void work_is_charged_and_comes_back(void)
{
    rate_limits *l = make(1024, (limit_rate){ 0, 0 }, (limit_rate){ 0, 0 });
    ip_address one = read("192.0.2.1"), other = read("192.0.2.2");
    unsigned seconds;
    CHECK(rate_limits_left(l, LIMIT_WORK, &one, SECOND, &seconds) >= 1 && seconds == 0); /* no limit */
    rate_limits_set_minute(l, LIMIT_WORK, 60);
    rate_limits_charge(l, LIMIT_WORK, &one, 1000, SECOND); /* more than there is: a debt of one bucket at most */
    CHECK(rate_limits_left(l, LIMIT_WORK, &one, SECOND, &seconds) < 0 && seconds == 61);
    CHECK(rate_limits_left(l, LIMIT_WORK, &other, SECOND, &seconds) >= 1 && seconds == 0);
    CHECK(rate_limits_left(l, LIMIT_WORK, &one, 62 * (int64_t)SECOND, &seconds) >= 0 && seconds == 0);
    CHECK(rate_limits_left(l, LIMIT_FAILURE, &one, SECOND, &seconds) >= 1 && seconds == 0); /* another bucket */
    rate_limits_free(l);
}

static void a_forwarded_address_may_have_a_port(void)
{
    ip_address proxy = read("127.0.0.1"), client = read("192.0.2.7"), six = read("2001:db8::7");
    static const char *const four_forms[] = { "192.0.2.7", "192.0.2.7:4711", " 192.0.2.7 ", "6.6.6.6, 192.0.2.7:1" };
    static const char *const six_forms[] = { "2001:db8::7", "[2001:db8::7]", "[2001:db8::7]:443" };
    for (size_t i = 0; i < sizeof four_forms / sizeof *four_forms; i++) {
        ip_address found = rate_limits_client(&proxy, four_forms[i], &proxy, 1);
        CHECK(memcmp(&found, &client, sizeof found) == 0);
    }
    for (size_t i = 0; i < sizeof six_forms / sizeof *six_forms; i++) {
        ip_address found = rate_limits_client(&proxy, six_forms[i], &proxy, 1);
        CHECK(memcmp(&found, &six, sizeof found) == 0);
    }
}

#define RUN(test) (test(), puts("ok " #test))

int main(void)
{
    RUN(a_burst_is_allowed_and_then_the_rate);
    RUN(addresses_do_not_share_but_a_network_of_ipv6_does);
    RUN(tokens_have_buckets_of_their_own);
    RUN(a_client_that_is_refused_is_not_forgotten_for_others);
    RUN(limits_can_be_changed);
    RUN(only_a_proxy_that_is_trusted_says_who_the_client_is);
    RUN(work_is_charged_and_comes_back);
    RUN(a_forwarded_address_may_have_a_port);
    return 0;
}
