import pg from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { seriousFaultsInThemes } from './axe.ts'
import { openJourneys, page, server } from './journey.ts'
import { startTestServer } from './test-server.ts'

// Without a worker, the sample customers stay as the test has them.
openJourneys('stranger', () => startTestServer({ DEMO: 'on', ROLES: 'web' }))

beforeEach(async () => {
  const database = new pg.Client({ connectionString: await server.databaseUrl() })
  await database.connect()
  await database.query("update demo set state = 'loaded'")
  await database.end()
})

test('who sits at the machine looks around without a password, and removes the sample customers', async () => {
  await page.goto('/login')
  const offer = page.getByRole('region', { name: 'Look around' })
  await offer.getByRole('button', { name: 'Administrator' }).waitFor()
  expect(await seriousFaultsInThemes(page)).toEqual([])
  await offer.getByRole('button', { name: 'Administrator' }).click()
  await page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
  await page.getByRole('link', { name: /^Get started/ }).click()
  await page.getByRole('button', { name: 'Remove demo data' }).click()
  const question = page.getByRole('dialog', { name: 'Remove demo data?' })
  await question.getByRole('button', { name: 'Remove demo data' }).click()
  await page.getByRole('heading', { name: 'Removing the sample customers…' }).waitFor()
})
