import { beforeAll, expect, test } from 'vitest'
import { seriousFaults } from './axe.ts'
import { createRecord } from './customers.ts'
import { client, openJourneys, page } from './journey.ts'

openJourneys()

let scored: number

beforeAll(async () => {
  const { accountId } = await createRecord(client, 'accounts', { name: 'Harbour' })
  scored = Number(accountId)
  await client.post('/core/entity-action/pulse?level=2', { parentIdentifier: scored, pulse: 2 })
  await createRecord(client, 'accounts', { name: 'Quiet' })
  await createRecord(client, 'organizations', { name: 'Alone' })
  const feared = await createRecord(client, 'accounts', { name: 'Feared' })
  await createRecord(client, 'pipelines', { name: 'Budget cut', account: feared.accountId, pipelineType: 2 })
})

async function readScore(): Promise<number | null> {
  const address = `/health-management/scores/${scored}?level=account`
  return (await client.get<{ data: { score: number | null } }>(address)).data.score
}

/** Scores follow by themselves. */
async function scoreIsThere(): Promise<void> {
  await expect.poll(readScore, { timeout: 60_000, interval: 500 }).not.toBeNull()
}

const popover = () => page.getByRole('group', { name: 'Health', exact: true })
const rowOf = (name: string) => page.getByRole('row', { name: `Select ${name}` })

test('a mark in a list says why without a click, and leads to the whole of it', async () => {
  await scoreIsThere()
  await page.goto('/app/accounts/list')
  await rowOf('Harbour').getByText('Poor').hover()
  await popover()
    .getByText(
      /^New score since .*: Pulse Some Risk \(0\.7 of 3\.4\), 4 measures without data \(3\.3 of 6\.6\)\.$/,
    )
    .waitFor()
  await popover().getByText('1 of 5 measures').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await popover().waitFor({ state: 'detached' })
  await page.mouse.move(2, 2)
  await rowOf('Harbour').getByText('Poor').hover()
  await popover().getByRole('link', { name: 'Why this score?' }).click()
  await page.waitForURL(`**/app/accounts/${scored}?tab=health`)
  await page
    .getByRole('tabpanel')
    .getByText(/^New score since /)
    .waitFor()
  await page.getByRole('tabpanel').getByText('1 of 5 measures').waitFor()
})

test('where there is no score, the popover offers what leads to one', async () => {
  await page.goto('/app/accounts/list')
  await rowOf('Quiet').getByText('No score').hover()
  await popover()
    .getByText(/^No data for Pulse, /)
    .waitFor()
  await popover().getByRole('link', { name: 'Add pulse' }).click()
  await page.getByRole('dialog', { name: /pulse/i }).waitFor()
  await page.goto('/app/organizations/list')
  await rowOf('Alone').getByText('No score').hover()
  await popover()
    .getByText(/^No account of it has a score, and there is no data for Pulse, /)
    .waitFor()
  await popover().getByRole('link', { name: 'Add pulse' }).waitFor()
})

test('supporting measures alone give no score, which says what does', async () => {
  await page.goto('/app/accounts/list')
  const text = /^No data for Pulse, Latest sentiment, .* yet\. Data for Risks alone gives no score\.$/
  // Risks follow their record within a moment.
  await expect
    .poll(
      async () => {
        await page.mouse.move(2, 2)
        await page.reload()
        await rowOf('Feared').getByText('No score').hover()
        await popover()
          .getByText(/^No data for /)
          .waitFor()
        return popover().getByText(text).count()
      },
      { timeout: 60_000 },
    )
    .toBe(1)
  await popover().getByRole('link', { name: 'Add pulse' }).waitFor()
  await page.keyboard.press('Escape')
})

test('the header of a record has it too, by keyboard', async () => {
  await scoreIsThere()
  await page.goto(`/app/accounts/${scored}`)
  const mark = page.getByRole('button', { name: /^Health: / })
  await mark.waitFor()
  await page.keyboard.press('Tab')
  await mark.focus()
  await popover()
    .getByText(/^New score since /)
    .waitFor()
  await page.keyboard.press('Escape')
  await popover().waitFor({ state: 'detached' })
})

test('a list that gets the focus shows no popover of its rows', async () => {
  await scoreIsThere()
  await page.clock.install()
  await page.goto('/app/accounts/list')
  await rowOf('Harbour').getByText('Poor').hover()
  await page.clock.runFor(1000)
  await popover().getByText('1 of 5 measures').waitFor()
  // From here on the keyboard has moved the focus, which is then shown.
  await page.keyboard.press('Escape')
  await popover().waitFor({ state: 'detached' })
  await page.mouse.move(2, 2)
  await page.getByRole('grid', { name: 'Accounts' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.clock.runFor(1000)
  expect(await popover().count()).toBe(0)
})
