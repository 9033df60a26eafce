import { beforeAll, beforeEach, expect, test } from 'vitest'
import { seriousFaults } from './axe.ts'
import { createField, createRecord } from './customers.ts'
import { client, openJourneys, page } from './journey.ts'
import type { ListedRecord } from './lists.ts'

let notes: string
let account: ListedRecord

openJourneys()

beforeAll(async () => {
  notes = await createField(client, 'account', 'Notes', 'longText')
})

beforeEach(async () => {
  account = await createRecord(client, 'accounts', { name: `Harbour ${Date.now()}` })
})

const storedNotes = async (): Promise<string> => {
  const { data } = await client.get<{ data: ListedRecord }>(`/core/accounts/${account.accountId}`)
  return String(data.customFields[notes] ?? '')
}
const saidInNotes = async () => (JSON.parse(await storedNotes()) as { plainText: string }).plainText

const editor = () => page.getByRole('textbox', { name: 'Notes' })
const tool = (name: string) => page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name })
const save = () => page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()

async function openAccount(): Promise<void> {
  await page.goto(`/app/accounts/${account.accountId}`)
  await page.getByRole('heading', { name: account.globalFields.name, level: 1 }).waitFor()
}

async function openNotes(): Promise<void> {
  await page.getByRole('button', { name: /^Edit Notes/ }).click()
  await editor().waitFor()
}

const pasteHtml = (html: string) =>
  page.evaluate(`{
    const data = new DataTransfer()
    data.setData('text/html', ${JSON.stringify(html)})
    const paste = { clipboardData: data, bubbles: true, cancelable: true }
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', paste))
  }`)

/** An item of a list as Word copies it. */
const wordItem = (level: number, marker: string, text: string) =>
  `<p class=MsoListParagraph style='margin-left:.5in;mso-list:l0 level${level} lfo1'><![if !supportLists]>` +
  `<span style='font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt'>&nbsp; ` +
  `</span></span></span><![endif]>${text}<o:p></o:p></p>\n`

test('a text is formed by toolbar and keys, and stands formed on the record', async () => {
  await openAccount()
  await openNotes()
  await tool('Heading 2').click()
  await page.keyboard.type('Kick-off')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Signed by ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('Ada')
  await page.keyboard.press('Control+b')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Shift+9')
  await page.keyboard.type('Send the plan')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await tool('Link').click()
  await page.getByRole('textbox', { name: 'Link address' }).fill('javascript:alert(1)')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('Enter an address that starts with http://').waitFor()
  await page.getByRole('textbox', { name: 'Link address' }).fill('example.com/plan')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('link', { name: 'example.com/plan' }).waitFor()
  await tool('Table').click()
  await page.keyboard.type('Day')
  await tool('Delete row').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Control+Enter')

  const link = page.getByRole('link', { name: 'example.com/plan' })
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await link.waitFor()
  expect(await link.getAttribute('href')).toBe('https://example.com/plan')
  await page.getByRole('heading', { name: 'Kick-off' }).waitFor()
  await page.getByRole('checkbox', { name: 'To do' }).waitFor()
  await page.getByRole('columnheader', { name: 'Day' }).waitFor()
  await expect
    .poll(saidInNotes)
    .toMatch(/^Kick-off\nSigned by Ada\n\[ \] Send the plan\nexample\.com\/plan\nDay \| +\| *\n/)
  expect(await seriousFaults(page)).toEqual([])
})

test('an address that is typed becomes a link, and nothing beside it', async () => {
  await openAccount()
  await openNotes()
  await page.keyboard.type('go to https://example.org/abc now, (https://example.org/def).')
  await page.keyboard.press('Enter')
  await page.keyboard.type('https://example.org/start of')
  await page.keyboard.press('Enter')
  await tool('Bulleted list').click()
  await page.keyboard.type('https://example.org/item')
  await page.keyboard.press('Enter')
  await page.keyboard.type('last')
  await save()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect
    .poll(saidInNotes)
    .toBe(
      'go to https://example.org/abc now, (https://example.org/def).\nhttps://example.org/start of\n- https://example.org/item\n- last',
    )
  expect(await page.getByRole('link', { name: /^https:/ }).allInnerTexts()).toEqual([
    'https://example.org/abc',
    'https://example.org/def',
    'https://example.org/start',
    'https://example.org/item',
  ])
})

test('an address keeps the brackets that belong to it, typed or pasted', async () => {
  const planet = 'https://example.org/wiki/Mercury_(planet)'
  await openAccount()
  await openNotes()
  await page.keyboard.type(`${planet} and (${planet}), or`)
  await page.keyboard.press('Enter')
  await page.keyboard.type(planet)
  await page.keyboard.press('Enter')
  await pasteHtml(`<p>(see ${planet}).</p>`)
  await save()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const links = page.getByRole('link', { name: /^https:/ })
  const shown = [planet, planet, planet, planet]
  await expect.poll(() => links.allInnerTexts()).toEqual(shown)
  expect(await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toEqual(shown)
})

test('what is pasted keeps the form that is known, and nothing else', async () => {
  await openAccount()
  await openNotes()
  await pasteHtml(
    '<h2 style="color:red" onclick="alert(1)">Offer</h2><script>alert(2)</script>' +
      '<p><a href="javascript:alert(3)">bad</a> <a href="https://example.com">good</a></p>' +
      '<img src="https://example.com/pixel.png" onerror="alert(4)"><ul><li>One</li></ul>',
  )
  await save()
  await page.getByRole('heading', { name: 'Offer' }).waitFor()
  await expect.poll(saidInNotes).toBe('Offer\nbad good\n- One')
  const stored = await storedNotes()
  expect(stored).toContain('"href":"https://example.com"')
  expect(stored).not.toMatch(/javascript|alert|pixel|red/)
})

test('a list of Word is pasted as a list, with its levels', async () => {
  await openAccount()
  await openNotes()
  await pasteHtml(
    `<p class=MsoNormal>Before</p>${wordItem(1, '·', 'First')}${wordItem(2, 'o', 'Below')}${wordItem(1, '·', 'Second')}` +
      `${wordItem(1, '1.', 'One')}${wordItem(1, '2.', 'Two')}<p class=MsoNormal>After</p>`,
  )
  await save()
  await expect.poll(saidInNotes).toBe('Before\n- First\n  - Below\n- Second\n1. One\n2. Two\nAfter')
})

test('what was written is kept as a draft until it is saved or discarded', async () => {
  await client.post(`/core/accounts/${account.accountId}`, { data: { [notes]: 'As it was' } })
  await openAccount()
  await openNotes()
  await page.keyboard.type(' and more')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await storedNotes()).toBe('As it was')

  await page.reload()
  await openNotes()
  await page.getByText('This is your unsaved draft.').waitFor()
  expect(await editor().innerText()).toBe('As it was and more')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await openNotes()
  expect(await editor().innerText()).toBe('As it was')
  await page.keyboard.type(' once')
  await save()
  await expect.poll(storedNotes).toBe('As it was once')
})

test('a list shows one line, and Enter opens the text', async () => {
  const { name } = account.globalFields
  await page.goto(`/app/accounts/list?cols=name,${notes}&q=${encodeURIComponent(name)}`)
  const cell = page.getByRole('row', { name: `Select ${name}` }).locator(`[data-column="${notes}"]`)
  await cell.click()
  await page.keyboard.press('Enter')
  await editor().waitFor()
  await page.keyboard.type('First line')
  await page.keyboard.press('Enter')
  await tool('Bulleted list').click()
  await page.keyboard.type('a point')
  await save()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await cell.getByText('First line - a point').waitFor()
  await expect.poll(saidInNotes).toBe('First line\n- a point')
})

test('the form has the same editor', async () => {
  await openAccount()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await editor().waitFor()
  await editor().click()
  await page.keyboard.type('Written in the form')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(storedNotes).toBe('Written in the form')
})
