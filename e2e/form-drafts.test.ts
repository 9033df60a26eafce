import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createField, createRecord } from './customers.ts'
import { client, openJourneys, page, unique } from './journey.ts'
import type { ListedRecord } from './lists.ts'

let seats: string
let account: ListedRecord
let name: string

openJourneys()

beforeAll(async () => {
  seats = await createField(client, 'account', 'Seats', 'number')
  await createField(client, 'account', 'Renewal', 'date')
})

beforeEach(async () => {
  name = unique('Lantern')
  account = await createRecord(client, 'accounts', { name }, { [seats]: 10 })
})

const form = () => page.getByRole('dialog', { name: /^Edit / })
const save = () => form().getByRole('button', { name: 'Save' }).click()

async function openForm(): Promise<void> {
  await page.goto(`/app/accounts/list?edit=${account.accountId}`)
  await form().getByRole('textbox', { name: 'Name' }).waitFor()
}

/** Types into the form, and leaves it as someone does who presses Back. */
async function typeAndLeave(text: string): Promise<void> {
  await openForm()
  await form().getByRole('textbox', { name: 'Name' }).fill(text)
  const isKept = () => page.evaluate(`Object.values(sessionStorage).some((one) => one.includes('${text}'))`)
  await expect.poll(isKept).toBe(true)
  await page.goto('/app/organizations/list')
}

const edit = (data: Record<string, unknown>) => client.post(`/core/accounts/${account.accountId}`, { data })

async function stored(): Promise<[unknown, unknown]> {
  const { data } = await client.get<{ data: ListedRecord }>(`/core/accounts/${account.accountId}`)
  return [data.globalFields['name'], data.customFields[seats]]
}

test('a draft that comes back changes what was typed, and nothing that others changed meanwhile', async () => {
  await typeAndLeave(`${name} of mine`)
  await edit({ [seats]: 99 })
  await openForm()
  await form().getByText('Your earlier input was restored.').waitFor()
  expect(await form().getByRole('textbox', { name: 'Seats' }).inputValue()).toBe('99')
  await save()
  await form().waitFor({ state: 'detached' })
  expect(await stored()).toEqual([`${name} of mine`, 99])
})

test('a draft of what somebody else changed since is a conflict, and not saved over it', async () => {
  await typeAndLeave(`${name} of mine`)
  await edit({ name: `${name} of theirs` })
  await openForm()
  await save()
  await form().getByRole('button', { name: 'Keep mine' }).waitFor()
  expect(await stored()).toEqual([`${name} of theirs`, 10])
  await form().getByRole('button', { name: 'Keep mine' }).click()
  await form().waitFor({ state: 'detached' })
  expect(await stored()).toEqual([`${name} of mine`, 10])
})

test('a date that could not be read and was emptied does not keep the form from being saved', async () => {
  await openForm()
  await form().getByRole('textbox', { name: 'Seats' }).fill('12')
  const day = form().getByRole('textbox', { name: 'Renewal' })
  await day.fill('soon')
  await day.press('Tab')
  await expect.poll(() => day.getAttribute('aria-invalid')).toBe('true')
  await day.fill('')
  await day.press('Tab')
  await save()
  await form().waitFor({ state: 'detached' })
  expect(await stored()).toEqual([name, 12])
})

test('what cannot be read is not saved over what somebody else changed', async () => {
  await openForm()
  const field = form().getByRole('textbox', { name: 'Seats' })
  await field.fill('12')
  await edit({ [seats]: 99 })
  await save()
  const keepMine = form().getByRole('button', { name: 'Keep mine' })
  await keepMine.waitFor()
  await field.fill('a dozen')
  await keepMine.click()
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  expect(await stored()).toEqual([name, 99])
  await field.fill('12')
  await keepMine.click()
  await form().waitFor({ state: 'detached' })
  expect(await stored()).toEqual([name, 12])
})

test('a new record takes the organization of the account it is begun under, which is no change', async () => {
  const owner = await createRecord(client, 'organizations', { name: unique('Harbour') })
  const parent = await createRecord(client, 'accounts', {
    name: `${name} under`,
    organization: owner.organizationId,
  })
  const created = page.getByRole('dialog', { name: 'New contact' })
  const organization = () => created.getByRole('textbox', { name: 'Organization' }).inputValue()
  const begin = async () => {
    await page.goto(`/app/accounts/${parent.accountId}?create=contact&account=${parent.accountId}`)
    await expect.poll(organization).toBe(owner.globalFields['name'])
  }
  await begin()
  await page.keyboard.press('Escape')
  await created.waitFor({ state: 'detached' })

  await begin()
  await created.getByRole('textbox', { name: 'Name' }).fill(unique('Ada'))
  await created.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
  await created.getByRole('checkbox', { name: 'Create another' }).check()
  await created.getByRole('button', { name: 'Create contact' }).click()
  await expect.poll(() => created.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('')
  await expect.poll(organization).toBe(owner.globalFields['name'])
  await page.keyboard.press('Escape')
  await created.waitFor({ state: 'detached' })
})
