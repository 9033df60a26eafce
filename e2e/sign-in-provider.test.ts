import { client, openJourneys, page, server } from './journey.ts'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { OAuth2Server, type MutableToken } from 'oauth2-mock-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPerson } from './people.ts'
import { administrator, type Server } from './server.ts'
import { startTestServer } from './test-server.ts'
import { signInByForm } from './visitor.ts'

const person = { email: 'anna@example.com', firstName: 'Anna', lastName: 'Berg', roleId: 2 } as const

let provider: OAuth2Server
/** Who signs in at the provider. */
let email: string

/** A port that is free just now: the provider has to know where it sends people back to. */
async function freePort(): Promise<number> {
  const listener = createServer().listen(0)
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  listener.close()
  return port
}

async function startWithProvider(): Promise<Server> {
  provider = new OAuth2Server()
  await provider.issuer.keys.generate('RS256')
  await provider.start(0, 'localhost')
  provider.service.on('beforeTokenSigning', (token: MutableToken) => {
    Object.assign(token.payload, { email, email_verified: true })
  })
  return startTestServer({ ALLOW_PRIVATE_ADDRESSES: 'on', PORT: String(await freePort()) })
}

openJourneys('stranger', startWithProvider)

beforeAll(async () => {
  await addPerson(server, person)
  await client.patch('/identity/sign-in-settings', {
    provider: 'oidc',
    oidc: { issuer: provider.issuer.url, clientId: 'steward', clientSecret: 'known to both' },
    domains: ['example.com'],
  })
})

afterAll(() => provider?.stop())

test('the sign-in of the company lets people in, to the address that they asked for', async () => {
  email = person.email
  await page.goto('/app/contacts/list')
  await page.waitForURL('**/login')
  await page.getByLabel('Username').fill(person.email)
  await page.getByRole('checkbox', { name: 'Remember me' }).check()
  await page.getByText('Your company uses single sign-on.').waitFor()
  expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/app/contacts/list*')
  await page.getByText('No contacts yet').waitFor()
  expect(await page.evaluate(`localStorage.getItem('steward.user')`)).toContain(person.email)
})

test('Enter after the username is enough to go there', async () => {
  email = person.email
  await page.goto('/login')
  await page.getByLabel('Username').fill(person.email)
  await page.getByLabel('Username').press('Enter')
  await page.waitForURL('**/app/organizations/list*')
})

test('somebody without an account here is told so on the form', async () => {
  email = 'stranger@example.com'
  await page.goto('/login')
  await page.getByLabel('Username').fill(email)
  await page.getByLabel('Username').press('Enter')
  const bar = page.getByRole('alert')
  await bar.getByText("You don't have an account here. Ask your administrator to invite you.").waitFor()
})

test('an address cannot put words into our mouth', async () => {
  await page.goto('/login?error=Call+us+at+0800&origin=https%3A%2F%2Fexample.org')
  const bar = page.getByRole('alert')
  await bar.getByText("The sign-in provider isn't responding. Try again in a moment.").waitFor()
  expect(await page.getByText('Call us').count()).toBe(0)
})

test('an administrator can use a password when the provider is of no help', async () => {
  await page.goto('/login')
  await page.getByLabel('Username').fill(administrator.username)
  await page.getByLabel('Username').press('Tab')
  await page.getByRole('button', { name: 'use a password' }).click()
  await signInByForm(page)
  await page.waitForURL('**/app/organizations/list*')
})
