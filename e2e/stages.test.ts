import { beforeAll, expect, test } from 'vitest'
import { seriousFaults } from './axe.ts'
import { createRecord } from './customers.ts'
import { browser, client, openJourneys, page, server, unique } from './journey.ts'
import { addPerson } from './people.ts'
import { leave, visitAs } from './visitor.ts'

const viewer = { email: 'vera.viewer@example.com', firstName: 'Vera', lastName: 'Viewer', roleId: 4 } as const
const settings = '/app/settings/data-management/account?tab=stages'

let account: number | undefined

openJourneys()

async function stageId(name: string): Promise<number> {
  const { data } = await client.get<{ data: { lifecycleStageId: number; displayName: string }[] }>(
    '/core/lifecycles?level=account',
  )
  return data.find(({ displayName }) => displayName === name)?.lifecycleStageId ?? 0
}

async function names(): Promise<string[]> {
  return page.getByRole('list', { name: 'Lifecycle stages' }).locator('[data-stage-name]').allTextContents()
}

const messages = () => page.getByRole('region', { name: 'Messages' })

beforeAll(async () => {
  await addPerson(server, viewer)
  const lifecycleStage = await stageId('Adoption')
  account = (await createRecord(client, 'accounts', { name: 'Lantern Works', lifecycleStage })).accountId
  await createRecord(client, 'accounts', { name: 'Harbour Freight', lifecycleStage })
})

test('an administrator adds, orders, renames and colours stages, and takes it back', async () => {
  const name = unique('Expansion')
  await page.goto(settings)
  await page.getByRole('list', { name: 'Lifecycle stages' }).waitFor()
  expect(await seriousFaults(page)).toEqual([])

  await page.getByRole('button', { name: 'Add stage' }).click()
  await page.getByLabel('Name of the new stage').fill('renewal')
  await page.getByText('This name is already in use. Choose another one.').waitFor()
  await page.getByText('In progress').waitFor()
  await page.getByLabel('Name of the new stage').fill(name)
  await page.getByText('Completed').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText(`Stage ${name} added`).waitFor()
  await expect.poll(async () => (await names()).at(-1)).toBe(name)

  const count = (await names()).length
  await page.getByRole('button', { name: `Move ${name}` }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.getByText(`${name}, ${count - 1} of ${count}`).waitFor()
  await expect.poll(async () => (await names()).at(-2)).toBe(name)

  await page.getByRole('button', { name: `Rename ${name}` }).click()
  await page.keyboard.type(`Growth of ${name}`)
  await page.keyboard.press('Enter')
  await page.getByText(`${name} renamed to Growth of ${name}`).waitFor()
  await expect.poll(names).toContain(`Growth of ${name}`)
  await messages()
    .getByRole('group')
    .filter({ hasText: `renamed to Growth of ${name}` })
    .getByRole('button', { name: 'Undo' })
    .click()
  await page.getByText(`Undone: ${name} renamed to Growth of ${name}`).waitFor()
  await expect.poll(names).toContain(name)

  await page.getByRole('button', { name: `Color of ${name}` }).click()
  await page.getByRole('button', { name: 'Color 3' }).click()
  await page.getByText(`Color of ${name} changed`).waitFor()
})

async function makeDefault(name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Make default' }).click()
  await page.getByText(`${name} is now the default stage`).waitFor()
}

test('an administrator chooses the default stage, which cannot be deleted', async () => {
  await page.goto(settings)
  await makeDefault('Renewal')
  await page.getByRole('button', { name: 'Actions for Renewal' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByText('New records get “Renewal”. Make another stage the default first.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await makeDefault('Onboarding')
})

test('a stage is deleted with its records moved, and comes back with them', async () => {
  await page.goto(settings)
  await page.getByRole('button', { name: 'Actions for Adoption' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Adoption?' })
  await dialog.getByText('2 records', { exact: true }).waitFor()
  expect(await dialog.getByRole('button', { name: 'Delete stage' }).isDisabled()).toBe(true)
  await dialog.getByRole('combobox', { name: 'Move 2 records to' }).click()
  await page.getByRole('option', { name: 'Renewal' }).click()
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Delete stage' }).click()
  await page.getByText('Adoption deleted, 2 records moved to Renewal').waitFor()
  await expect.poll(names).not.toContain('Adoption')

  await messages().getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone: Adoption deleted').waitFor()
  await expect.poll(async () => (await names())[1]).toBe('Adoption')
})

test('the page of a record tells how long it has been in its stage, and where before', async () => {
  await client.post(`/core/accounts/${account}`, { data: { lifecycleStage: await stageId('At risk') } })
  await page.goto(`/app/accounts/${account}`)
  await page.getByRole('button', { name: /Stage: At risk for since today/ }).click()
  const popover = page.getByRole('dialog', { name: 'Stage' })
  const stays = popover.getByRole('list', { name: 'Stages' }).getByRole('listitem')
  await stays.filter({ hasText: 'Adoption' }).waitFor()
  expect(await stays.count()).toBe(2)
  expect(await seriousFaults(page)).toEqual([])
  await popover.getByRole('list', { name: 'Move to stage' }).getByRole('button', { name: 'Renewal' }).click()
  await page.getByRole('button', { name: /Stage: Renewal for since today/ }).waitFor()
  await popover.waitFor({ state: 'detached' })

  await page.goto(settings)
  const moves = page.getByRole('table', { name: 'Moves between stages' })
  await moves.getByRole('row', { name: /Adoption to At risk 1 0/ }).waitFor()
})

test('somebody who may not define stages is told so', async () => {
  const visitor = await visitAs(browser, server, viewer.email)
  await visitor.page.goto(settings)
  await visitor.page.getByText("You don't have access to field settings").waitFor()
  await leave(visitor)
})
