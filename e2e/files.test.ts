import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { png } from '../apps/server/src/modules/file/image.fixture.ts'
import { seriousFaults } from './axe.ts'
import { createRecord } from './customers.ts'
import { browser, client, openJourneys, page, server, unique } from './journey.ts'
import type { ListedRecord } from './lists.ts'
import { addPerson } from './people.ts'
import { uploadFiles } from './uploads.ts'
import { leave, visitAs } from './visitor.ts'

let account: ListedRecord
let folder: string

openJourneys()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-upload-'))
})
afterAll(() => rm(folder, { recursive: true }))

beforeEach(async () => {
  account = await createRecord(client, 'accounts', { name: unique('Lantern Works') })
})

const address = (query = 'tab=files') => `/app/accounts/${account.accountId}?${query}`
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const named = (name: string) => page.getByRole('rowheader').getByRole('button', { name, exact: true })

async function openEmpty(): Promise<void> {
  await page.goto(address())
  await page.getByText('No files yet').waitFor()
}

async function put(...names: string[]): Promise<void> {
  for (const name of names) {
    const stored = await uploadFiles(server, client, [{ name, bytes: `Text of ${name}` }])
    const linkedEntities = { accounts: [account.accountId] }
    await client.post('/core/files', { files: stored, linkedEntities })
  }
}

async function openWith(...names: string[]): Promise<void> {
  await put(...names)
  await page.goto(address())
  await named(names.at(-1) as string).waitFor()
}

const choose = (...paths: string[]) => page.locator('input[type=file]').first().setInputFiles(paths)

/** A file on this machine, as a large one is not handed to the browser otherwise. */
async function local(name: string, bytes: string | Buffer = `Text of ${name}`): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, bytes)
  return path
}

test('files are uploaded, each by itself; one that is too large is refused by its name', async () => {
  await openEmpty()
  await choose(
    await local('offer.txt'),
    await local('film.mov', Buffer.alloc(25 * 1024 * 1024)),
    await local('plan.png', png(64, 48)),
  )
  await page.getByText('“film.mov” is too large. Files must be under 25 MB.').waitFor()
  await named('offer.txt').waitFor()
  await named('plan.png').waitFor()
  await page.getByRole('status').getByText('2 files', { exact: true }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await button('Dismiss film.mov').click()
  await page.reload()
  await named('plan.png').waitFor()
  const { data } = await client.get<{ data: { files: { name: string }[] }[] }>(
    `/core/files?level=account&parentIdentifier=${account.accountId}`,
  )
  // What was chosen together stays together.
  expect(data.map(({ files }) => files.map(({ name }) => name).toSorted())).toEqual([
    ['offer.txt', 'plan.png'],
  ])
})

test('files are dropped anywhere on the tab', async () => {
  await openEmpty()
  const dropped = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['Dropped'], 'dropped.txt', { type: 'text/plain' }))
    return transfer
  })()`)
  const place = page.getByText('No files yet')
  await place.dispatchEvent('dragenter', { dataTransfer: dropped })
  await page.getByText('Drop the files to upload them').waitFor()
  await place.dispatchEvent('drop', { dataTransfer: dropped })
  await named('dropped.txt').waitFor()
})

test('an upload that fails keeps its file, and is sent again', async () => {
  await openEmpty()
  let fails = true
  const refusal = { code: 'conflict', reason: 'test', message: 'Not now.', requestId: '1' }
  await page.route('**/files/upload/**', (route) =>
    fails ? route.fulfill({ status: 409, json: refusal }) : route.continue(),
  )
  await choose(await local('again.txt'))
  await page.getByText('again.txt: Not now.').waitFor()
  fails = false
  await button('Send again.txt again').click()
  await named('again.txt').waitFor()
})

test('a file is looked at by Space and downloaded under its name', async () => {
  await openWith('first.txt', 'second.txt')
  await named('second.txt').focus()
  await page.keyboard.press('Space')
  const dialog = page.getByRole('dialog', { name: 'second.txt' })
  await dialog.getByText('Text of second.txt').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('ArrowRight')
  await page.getByRole('dialog', { name: 'first.txt' }).getByText('Text of first.txt').waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('first.txt')
  expect(await readFile(await download.path(), 'utf8')).toBe('Text of first.txt')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('a file is pinned before the others and bookmarked', async () => {
  await openWith('old.txt', 'new.txt')
  const first = page.getByRole('rowheader').first()
  await first.getByText('new.txt').waitFor()
  await button('Pin old.txt for everyone').click()
  await first.getByText('old.txt').waitFor()
  await button('Bookmark new.txt').click()
  await button('Remove bookmark from new.txt').waitFor()
  await page.reload()
  await first.getByText('old.txt').waitFor()
  await button('Unpin old.txt').waitFor()
  await button('Remove bookmark from new.txt').waitFor()
})

test('a comment is written, and found by', async () => {
  await openWith('other.txt', 'offer.txt')
  await button('More about offer.txt').click()
  await page.getByRole('menuitem', { name: 'Add a comment' }).click()
  await page.getByRole('textbox', { name: 'Comment' }).fill('Valid until March')
  await button('Save comment').click()
  await page.getByRole('rowheader').getByText('Valid until March').waitFor()
  await page.getByRole('searchbox', { name: 'Search files' }).fill('march')
  await named('other.txt').waitFor({ state: 'detached' })
  await named('offer.txt').waitFor()
})

test('a deleted file comes back by Undo', async () => {
  await openWith('stays.txt', 'goes.txt')
  await button('More about goes.txt').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await named('goes.txt').waitFor({ state: 'detached' })
  await button('Undo').click()
  await named('goes.txt').waitFor()
  await page.reload()
  await named('goes.txt').waitFor()
})

test('files are shown as tiles, and stay so', async () => {
  await openWith('tile.txt')
  await page.getByRole('radio', { name: 'Grid' }).check({ force: true })
  await button('Open tile.txt').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.reload()
  await button('Open tile.txt').waitFor()
})

test('what hangs on a note is there as well, and leads to it', async () => {
  const [file] = await uploadFiles(server, client, [{ name: 'noted.txt', bytes: 'Noted' }])
  await client.post('/core/notes', {
    level: 'account',
    parentIdentifier: account.accountId,
    title: 'Kick-off',
    fileIds: [file?.fileId],
  })
  await page.goto(address())
  await named('noted.txt').waitFor()
  await page.getByRole('link', { name: 'Note: Kick-off' }).waitFor()
  await button('More about noted.txt').click()
  await page.getByRole('menuitem', { name: 'Download' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Delete' }).count()).toBe(0)
})

test('a viewer reads files and changes none', async () => {
  await put('read.txt')
  await addPerson(server, { email: 'reader@example.com', firstName: 'Rea', lastName: 'Der', roleId: 4 })
  const viewer = await visitAs(browser, server, 'reader@example.com')
  await viewer.page.goto(address())
  await viewer.page.getByRole('button', { name: 'read.txt', exact: true }).click()
  await viewer.page.getByText('Text of read.txt').waitFor()
  expect(await viewer.page.getByRole('button', { name: /^(Upload|Pin)/ }).count()).toBe(0)
  await leave(viewer)
})
