/* SPDX-License-Identifier: MIT
 * The server from its start to its end. */
#ifndef SERVER_HTTP_LIFECYCLE_H
#define SERVER_HTTP_LIFECYCLE_H

#include "service/server.h"

/* Starts the server. False: a message was printed. */
bool server_start(server *server);
/* The same without the network, for a command. server_stop_lanes is needed in any case. */
bool server_start_lanes(server *server);
void server_stop_lanes(server *server);
uint16_t server_port(const server *server);
uint16_t server_metrics_port(const server *server); /* 0 if there is none */
/* Stops accepting, answers what is there, and frees everything. */
void server_stop(server *server);

#endif
