import { expect, test } from 'vitest'
import { seriousFaults } from '../axe.ts'
import { client, openJourneys, page, unique } from '../journey.ts'
import { panel } from './build.ts'

openJourneys()

async function account(name: string): Promise<number> {
  const { data } = await client.post<{ data: { accountId: number } }>('/core/accounts', {
    globalFields: { name },
  })
  return data.accountId
}

const pulseOf = async (id: number): Promise<number | null> => {
  const { data } = await client.get<{ data: { globalFields: { pulse: number | null } } }>(
    `/core/accounts/${id}`,
  )
  return data.globalFields.pulse
}

/** Sets the pulse of accounts, and then fails: an account has no account above it to name. */
async function failingScenario(ids: readonly number[]): Promise<number> {
  const { data } = await client.post<{ data: { scenarioId: number } }>('/scenario-management/scenarios', {
    formData: { name: unique('Care'), level: 'account' },
    nodes: [
      { key: 'start', type: 'runNow', settings: { selection: { ids } }, next: { next: 'set' } },
      {
        key: 'set',
        type: 'setAttribute',
        settings: { field: 'system:pulse', value: 2 },
        next: { next: 'call' },
      },
      { key: 'call', type: 'createTask', settings: { title: '{{account.name}}' }, next: { next: 'end' } },
      { key: 'end', type: 'end' },
    ],
  })
  return data.scenarioId
}

/** How many records failed and were not attended to. */
async function failuresOf(scenarioId: number): Promise<number | undefined> {
  type Node = { key: string; executions: { summary: { unattended_failure: number } } }
  const { data } = await client.get<{ data: { nodes: Node[] } }>(
    `/scenario-management/scenarios/${scenarioId}`,
  )
  return data.nodes.find(({ key }) => key === 'call')?.executions.summary.unattended_failure
}

const node = (text: RegExp) => page.getByRole('button', { name: text })
const records = () => page.getByRole('dialog').getByRole('list', { name: 'Records' }).getByRole('listitem')

test('a scenario is rehearsed, activated and watched; failures are retried and dismissed; it is stopped and undone', async () => {
  const names = [unique('Northwind'), unique('Litware')]
  const ids = [await account(names[0] as string), await account(names[1] as string)]
  const scenarioId = await failingScenario(ids)
  await page.goto(`/app/scenarios/${scenarioId}`)
  await page.getByRole('link', { name: 'Rehearse' }).click()
  await page.getByRole('button', { name: 'Rehearse', exact: true }).click()
  await page.getByText(/2 records would have entered/).waitFor()
  await page.getByRole('table', { name: 'Records by node' }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page
    .getByRole('link', { name: `Show path of ${names[0]}` })
    .first()
    .click()
  await node(/^Set Attribute Set Pulse to .* Completed/).waitFor()
  expect(await pulseOf(ids[0] as number)).toBe(null)

  await page.goto(`/app/scenarios/${scenarioId}`)
  await page.getByRole('button', { name: 'Activate', exact: true }).click()
  await page.getByText('Scenario activated').waitFor()
  await node(/^Set Attribute .* 2 completed/).waitFor()
  await node(/^Create Task .* 2 failed/).click()
  expect(await seriousFaults(page)).toEqual([])
  await panel('Create Task')
    .getByRole('button', { name: /^Failed/ })
    .click()
  const dialog = page.getByRole('dialog')
  await records().nth(1).waitFor()
  await dialog.getByText('The title is empty once its placeholders are filled.').first().waitFor()
  expect(await seriousFaults(page)).toEqual([])

  await dialog.getByRole('link', { name: `Show path of ${names[0]}` }).focus()
  await page.keyboard.press('x')
  await dialog.getByText('1 selected').waitFor()
  await page.keyboard.press('r')
  await page.getByText('1 record retried').waitFor()
  await expect.poll(() => failuresOf(scenarioId)).toBe(2)
  await page.reload()
  await records().nth(1).waitFor()
  await dialog.getByRole('checkbox', { name: 'Select all shown' }).check()
  await dialog.getByText('2 selected').waitFor()
  await dialog.getByRole('button', { name: 'Dismiss' }).click()
  await dialog.getByText('No runs need attention').waitFor()
  await dialog.getByRole('switch', { name: 'Show dismissed' }).click()
  await records().nth(1).waitFor()
  await dialog.getByRole('link', { name: `Show path of ${names[0]}` }).click()
  await node(/^Create Task .* Failed, dismissed/).waitFor()
  expect(await seriousFaults(page)).toEqual([])

  await page.goto(`/app/scenarios/${scenarioId}`)
  await page.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByText('Scenario deactivated').waitFor()
  expect(await pulseOf(ids[0] as number)).toBe(2)
  await page.getByRole('button', { name: /^More actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Undo changes…' }).click()
  await page.getByText('1 change can be undone.').waitFor()
  await page.getByRole('button', { name: 'Undo changes', exact: true }).click()
  await page.getByText('Everything that it changed since then is undone.').waitFor()
  expect(await pulseOf(ids[0] as number)).toBe(null)

  await page.goto(`/app/accounts/${ids[1]}?tab=scenarios`)
  await page
    .getByRole('list', { name: 'Scenarios' })
    .getByText(/Entered .* left/)
    .waitFor()
  expect(await seriousFaults(page)).toEqual([])
})

test('all scenarios are stopped at once and run again; one is duplicated, archived and deleted', async () => {
  const scenarioId = await failingScenario([await account(unique('Adatum'))])
  await page.goto('/app/scenarios?find=Care')
  const row = page.getByRole('row').filter({ has: page.locator(`a[href$="/scenarios/${scenarioId}"]`) })
  await row.waitFor()
  await page.getByRole('switch', { name: 'Automation' }).click()
  await page.getByRole('button', { name: 'Stop all' }).click()
  await page.getByText('All scenarios of your company are stopped.').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('switch', { name: 'Automation' }).click()
  await page.getByText('Scenarios are running again').waitFor()

  await row.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await page.getByRole('heading', { level: 1, name: /\(copy\)$/ }).waitFor()
  await page.getByRole('button', { name: /^More actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await page.getByText('Archived', { exact: true }).waitFor()
  await page.getByRole('button', { name: /^More actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL(/\/scenarios$/)
})
