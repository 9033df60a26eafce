import { afterAll, expect, test } from 'vitest'
import { startNameServer, type NameServer } from '../apps/server/test/name-server.ts'
import { openJourneys, page } from './journey.ts'
import { startServer } from './server.ts'

let names: NameServer

openJourneys('administrator', async () => {
  names = await startNameServer()
  return startServer({ environment: { DNS_SERVERS: names.address } })
})
afterAll(() => names?.stop())

test('an administrator adds a domain, publishes its record and verifies it', async () => {
  await page.goto('/app/settings/sign-in')
  await page.getByLabel('Email domains of the company').fill('our-company.example')
  await page.getByRole('button', { name: 'Save' }).click()
  const card = page.getByRole('region', { name: 'our-company.example' })
  await card.getByText('Unverified').waitFor()
  const value = await card.getByText(/^steward-verification=/).innerText()
  await card.getByRole('button', { name: 'Check our-company.example now' }).click()
  await card.getByText('There is no TXT record at _steward.our-company.example yet.').waitFor()
  names.records.set('_steward.our-company.example', [value])
  await card.getByRole('button', { name: 'Check our-company.example now' }).click()
  await card.getByText('Verified', { exact: true }).waitFor()
  expect(await card.getByRole('status').innerText()).toBe('our-company.example is verified.')
})
