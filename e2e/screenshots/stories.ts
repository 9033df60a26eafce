// Makes the pictures of the first minutes in the handbook, from the demo and from an empty company, in both widths and
// themes: `node e2e/screenshots/stories.ts`. With a folder, into it.
import type { Page } from 'playwright-core'
import { launchBrowser } from '../browser/launch.ts'
import { signInByApi } from '../client.ts'
import { demoLoaded, nameAdministrator } from '../demo-loaded.ts'
import { listRecords } from '../lists.ts'
import { save } from '../picture.ts'
import { startServer, type Server } from '../server.ts'
import { visitAs } from '../visitor.ts'

const [into] = process.argv.slice(2)

type Take = (name: string, how?: { pointing: boolean }) => Promise<void>

const stories = {
  'story-saved': 'Halden Freight',
  'story-churned': 'Pinewood Retail',
  'story-grown': 'Orbis Analytics',
  'story-handed-over': 'Calder and Moss',
  'story-stalled': 'Vantage Clinics',
}

/** The ids of the accounts of the stories, by the name of their picture. */
async function findStories(server: Server): Promise<Map<string, number>> {
  const client = await signInByApi(server)
  const found = new Map<string, number>()
  for (const [picture, name] of Object.entries(stories)) {
    const filter = encodeURIComponent(JSON.stringify({ field: 'name', operator: 'equals', value: name }))
    const { data } = await listRecords(client, 'accounts', `&filter=${filter}`)
    found.set(picture, Number(data[0]?.accountId))
  }
  return found
}

async function ofDemo(page: Page, ids: ReadonlyMap<string, number>, take: Take) {
  await page.goto('/app/today')
  await page.locator('[data-card]').first().waitFor()
  await take('first-screen')
  await page.goto('/app/accounts/list')
  const views = page.getByRole('navigation', { name: 'Views' })
  await views.getByRole('link', { name: 'Needs attention' }).click()
  await page.getByText('Tideline Energy').first().waitFor()
  await page.getByRole('region', { name: 'Key figures' }).getByText('Average health').waitFor()
  await take('accounts')
  for (const [picture, id] of ids) {
    await page.goto(`/app/accounts/${id}`)
    await page.getByRole('region', { name: 'Figures', exact: true }).waitFor()
    await page.getByRole('list', { name: 'Score breakdown' }).waitFor()
    await page
      .getByText(/^(?:Down|Up|Unchanged|No change) .*since /)
      .first()
      .waitFor()
    await take(picture)
  }
  await page.goto(`/app/accounts/${ids.get('story-stalled')}?tab=health`)
  await page.getByText('Recalculated from the stored values').waitFor()
  await take('why-it-moved')
  await page.goto(`/app/accounts/${ids.get('story-stalled')}`)
  await page.getByRole('region', { name: 'Figures', exact: true }).waitFor()
  await page.getByRole('button', { name: /^Health: / }).hover()
  await page
    .getByRole('group', { name: 'Health', exact: true })
    .getByText(/^(?:Down|Up|Unchanged) /)
    .waitFor()
  await take('health-popover', { pointing: true })
}

async function pictures(server: Server, takeAll: (page: Page, take: Take) => Promise<void>) {
  const browser = await launchBrowser()
  try {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [1440, 390]) {
        const viewport = { width, height: width === 1440 ? 900 : 844 }
        const { page, context } = await visitAs(browser, server, undefined, { colorScheme, viewport })
        context.setDefaultTimeout(60_000)
        const suffix = `${width === 390 ? '-390' : ''}${colorScheme === 'dark' ? '-dark' : ''}`
        await takeAll(page, (name, how) => save(page, `${name}${suffix}`, into, how))
        await context.close()
      }
    }
  } finally {
    await browser.close()
  }
}

const demo = await startServer({ demo: true })
try {
  await demoLoaded(demo)
  await nameAdministrator(demo)
  const ids = await findStories(demo)
  await pictures(demo, (page, take) => ofDemo(page, ids, take))
} finally {
  await demo.stop()
}

const empty = await startServer()
try {
  await pictures(empty, async (page, take) => {
    await page.goto('/app/getting-started')
    await page.getByRole('heading', { name: 'Import your customers' }).waitFor()
    await take('first-run')
  })
} finally {
  await empty.stop()
}
