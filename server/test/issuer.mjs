// SPDX-License-Identifier: MIT
// An issuer of OpenID Connect on this machine: issuer.mjs PORT CLIENT SECRET RETURN-ADDRESS... Prints a line when it listens. Whoever signs in is who
// they say, by any password; the login "mod..." is in the group of moderators. The package is in the folder that NODE_MODULES names.
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const require = createRequire(`${process.env.NODE_MODULES}/`)
const { default: Provider } = await import(pathToFileURL(require.resolve('oidc-provider')))
const [port, client_id, client_secret, ...redirect_uris] = process.argv.slice(2)
const issuer = `http://127.0.0.1:${port}`

const provider = new Provider(issuer, {
  clients: [{ client_id, client_secret, redirect_uris, grant_types: ['authorization_code'], response_types: ['code'] }],
  pkce: { methods: ['S256'], required: () => true },
  conformIdTokenClaims: false, // what the client asks for is in the id_token
  claims: { openid: ['sub', 'groups'], profile: ['name', 'preferred_username'] },
  findAccount: (_, id) => ({
    accountId: id,
    claims: () => ({ sub: id, name: `Name of ${id}`, groups: id.startsWith('mod') ? ['players', 'moderators'] : ['players'] }),
  }),
  cookies: { keys: ['only for tests'] },
})
provider.listen(Number(port), '127.0.0.1', () => console.log(`listening on ${issuer}`))
