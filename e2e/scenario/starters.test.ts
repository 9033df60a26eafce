import { beforeAll, expect, test } from 'vitest'
import { seriousFaults } from '../axe.ts'
import { client, openJourneys, page, unique } from '../journey.ts'
import { addAfter, begin, choose, faultless, find, panel, save } from './build.ts'

openJourneys()

beforeAll(async () => {
  await client.post('/core/fields', {
    displayName: 'Renewal date',
    dataType: 'date',
    columnLevel: 'account',
  })
  await client.post('/core/fields', { displayName: 'Champion', dataType: 'boolean', columnLevel: 'contact' })
})

const node = (text: string | RegExp) => page.getByRole('button', { name: text })

test('the five starters of the gallery are complete, and can be saved as they are', async () => {
  await page.goto('/app/scenarios')
  await page.getByText('No scenarios yet').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  const starters = page.getByRole('list', { name: 'Starters' })
  const names = (await starters.getByRole('link').allTextContents()).slice(0, 5)
  expect(names).toEqual([
    'Welcome a new customer',
    'Silent for 30 days',
    'Score down by 20%',
    'Renewal in 120 days',
    'Champion left',
  ])
  for (const name of names) {
    await page.goto('/app/scenarios')
    await page.getByRole('button', { name: 'New scenario' }).click()
    await page.getByRole('menuitem', { name }).click()
    await save()
  }
  await page.goto('/app/scenarios')
  const rows = page.getByRole('table', { name: 'Scenarios' }).getByRole('row')
  await rows.filter({ hasText: 'When Health goes down by at least 20%' }).waitFor()
  await rows.filter({ hasText: 'When Champion changes from Yes to No' }).waitFor()
  expect(await rows.count()).toBe(6)
  expect(await seriousFaults(page)).toEqual([])
})

test('a schedule gets its conditions by mouse, and a condition without one says so', async () => {
  await begin(unique('Renewal'))
  await node(/^Schedule Later/).click()
  const trigger = panel('Schedule Later')
  await choose(trigger, 'Records', 'Conditions')
  await trigger.getByRole('button', { name: 'Add condition' }).click()
  await page.getByRole('combobox', { name: /field/i }).last().fill('Renewal')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').last().waitFor()
  await page.keyboard.press('Escape')
  const ask = await addAfter('Schedule Later', 'Condition')
  await ask.getByText('Add a condition.').waitFor()
  expect(await seriousFaults(page)).toEqual([])
})

test('the score starter is built by mouse from an empty canvas, taken back and done again', async () => {
  await begin(unique('Score'))
  await node(/^On Event/).click()
  const event = panel('On Event')
  await choose(event, 'Event', 'Attribute changed')
  await event.getByText('Choose a field.').first().waitFor()
  await find(event, 'Attribute', 'Health')
  await choose(event, 'Change', 'By a percentage')
  await event.getByText('Enter a whole number of percent.').waitFor()
  await event.getByRole('textbox', { name: 'Percentage' }).fill('20')
  await event.getByText('When Health goes down by at least 20%.').waitFor()
  const task = await addAfter('On Event', 'Create Task')
  await page.getByRole('button', { name: '1 problem', exact: true }).waitFor()
  await task.getByRole('textbox', { name: 'Title' }).fill('Find out why')
  await faultless()

  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(() => node(/^Create Task/).count()).toBe(0)
  await page.getByRole('button', { name: 'Redo', exact: true }).click()
  await page.getByRole('button', { name: 'Redo', exact: true }).click()
  await node(/^Create Task Create “Find out why”/).waitFor()
  await save()
})
