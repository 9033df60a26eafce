import { expect, test } from 'vitest'
import { seriousFaults } from '../axe.ts'
import { client, openJourneys, page, unique } from '../journey.ts'
import { addAfter, begin, choose, panel, save } from './build.ts'

openJourneys()

const node = (text: RegExp) => page.getByRole('button', { name: text })

async function account(): Promise<number> {
  const { data } = await client.post<{ data: { accountId: number } }>('/core/accounts', {
    globalFields: { name: unique('Northwind') },
  })
  return data.accountId
}

/** A scenario in which an account waits for so many days. */
const patient = (name: string, id: number, days: number) => ({
  formData: { name, level: 'account' },
  nodes: [
    { key: 'start', type: 'runNow', settings: { selection: { ids: [id] } }, next: { next: 'wait' } },
    {
      key: 'wait',
      type: 'wait',
      settings: { mode: 'period', amount: days, period: 'day' },
      next: { next: 'end' },
    },
    { key: 'end', type: 'end' },
  ],
})

test('records in an earlier version are moved to the latest one after a look at which can', async () => {
  const [id, name] = [await account(), unique('Patience')]
  const url = '/scenario-management/scenarios'
  const { data } = await client.post<{ data: { scenarioId: number } }>(url, patient(name, id, 30))
  const { scenarioId } = data
  await page.goto(`/app/scenarios/${scenarioId}`)
  await page.getByRole('button', { name: 'Activate', exact: true }).click()
  await node(/^Wait .* 1 in progress/).waitFor()
  await page.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByText('Scenario deactivated').waitFor()
  await client.put(`${url}/${scenarioId}`, patient(name, id, 90))

  await page.reload()
  await node(/^Wait .* 1 in progress/).click()
  await panel('Wait')
    .getByRole('button', { name: /^In progress/ })
    .click()
  await page.getByText('1 record in earlier versions of this scenario').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Move records…' }).click()
  const dialog = page.getByRole('dialog', { name: `Move records in “${name}”` })
  await dialog.getByText('1 record can move to version 2.').waitFor()
  await dialog.getByText('Wait · Version 1').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Move records' }).click()
  await dialog.getByText('All records are in version 2.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByText('1 record in earlier versions of this scenario').waitFor({ state: 'detached' })
})

test('a wait for an event has a way for each ending, and what followed it stays', async () => {
  await begin(unique('Answer'))
  await node(/^On Event/).click()
  const wait = await addAfter('On Event', 'Wait')
  await addAfter('Wait', 'Set Pulse')
  await choose(panel('Set Pulse'), 'Pulse', '2: Some Risk')
  await node(/^Wait/).click()
  await choose(wait, 'How to wait', 'Until an event')
  await wait.getByText('Wait until a task of the account is completed, for at most 7 days.').waitFor()
  await choose(wait, 'Event', 'Attribute changed')
  await wait.getByText('Choose a field.').first().waitFor()
  await choose(wait, 'Event', 'Note added')
  await wait.getByRole('textbox', { name: 'At most' }).fill('2')
  await wait.getByText('Wait until a note is added to the account, for at most 2 days.').waitFor()
  await wait
    .getByRole('combobox', { name: 'Happened, then' })
    .getByText(/^Set Pulse/)
    .waitFor()
  await wait.getByRole('combobox', { name: 'Not in time, then' }).getByText('End').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await addAfter('Wait, Not in time', 'Create Task')
  await panel('Create Task').getByRole('textbox', { name: 'Title' }).fill('Call')
  await save()
})
