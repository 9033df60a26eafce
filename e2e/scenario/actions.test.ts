import { expect, test } from 'vitest'
import { seriousFaults } from '../axe.ts'
import { client, openJourneys, page, unique } from '../journey.ts'
import { addAfter, begin, choose, panel, save } from './build.ts'

openJourneys()

const node = (text: RegExp) => page.getByRole('button', { name: text })

test('each further action is set up in its panel, which says in a sentence what it does', async () => {
  const other = unique('Follow up')
  await client.post('/scenario-management/scenarios', {
    formData: { name: other, level: 'account' },
    nodes: [
      { key: 'start', type: 'onEvent', settings: { type: 'created' }, next: { next: 'end' } },
      { key: 'end', type: 'end' },
    ],
  })
  await begin(unique('Actions'))
  await node(/^On Event/).click()
  const event = panel('On Event')
  await choose(event, 'Event', 'Survey answered')
  await event.getByRole('textbox', { name: 'Score to' }).fill('6')
  await event.getByText('When a survey is answered for an account with a score of at most 6.').waitFor()

  const stage = await addAfter('On Event', 'Change Stage')
  await stage.getByRole('combobox', { name: 'Stage', exact: true }).click()
  await page.getByRole('option').first().click()
  await stage.getByText(/^Move to /).waitFor()

  const pulse = await addAfter('Change Stage', 'Set Pulse')
  await choose(pulse, 'Pulse', '2: Some Risk')
  await pulse.getByText('Set pulse to 2: Some Risk.').waitFor()

  const owner = await addAfter('Set Pulse', 'Change Owner')
  await choose(owner, 'New owner', 'The owners of the parent record')
  await owner.getByText('Give to the owners of the parent record.').waitFor()
  expect(await seriousFaults(page)).toEqual([])

  const note = await addAfter('Change Owner', 'Add Note')
  await note.getByRole('textbox', { name: 'Title' }).fill('Unhappy')
  await note.getByText('Add the note “Unhappy”.').waitFor()

  const activity = await addAfter('Add Note', 'Log Activity')
  await activity.getByRole('combobox', { name: 'Activity type', exact: true }).click()
  await page.getByRole('option').first().click()
  await activity.getByRole('textbox', { name: 'Title' }).fill('Checked')
  await activity.getByText('Log “Checked”.').waitFor()

  const notify = await addAfter('Log Activity', 'Notify User')
  await notify.getByRole('textbox', { name: 'Text' }).fill('Look at {{record.name}}')
  await notify.getByText('Notify the primary owner: “Look at {{record.name}}”.').waitFor()

  const start = await addAfter('Notify User', 'Start Scenario')
  await choose(start, 'Scenario', other)
  await start.getByText(`Start “${other}”.`).waitFor()

  const wait = await addAfter('Start Scenario', 'Wait')
  await choose(wait, 'How to wait', 'Until business hours')
  await wait.getByText('Wait until a working day between 09:00 and 17:00.').waitFor()
  expect(await seriousFaults(page)).toEqual([])

  const call = await addAfter('Wait', 'Call URL')
  await call.getByRole('textbox', { name: 'URL' }).fill('https://example.com/hook')
  await call.getByText('Call example.com.').waitFor()
  await save()
})
