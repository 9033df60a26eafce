import type { Locator, Page } from 'playwright-core'

/** An item of the timeline that a page shows, by its accessible name. */
export const timelineItem = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: 'Timeline' }).getByRole('article', { name })

/** Pastes a picture of this name as a browser does, where the cursor is. */
export const pasteImage = (page: Page, name: string): Promise<void> =>
  page.evaluate(`(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 60, height: 40 })
    canvas.getContext('2d').fillRect(0, 0, 60, 40)
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
    const data = new DataTransfer()
    data.items.add(new File([blob], ${JSON.stringify(name)}, { type: 'image/png' }))
    document.activeElement.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })()`)

/** The part of the tab E-mails that shows the chosen thread. */
export const mailReader = (page: Page): Locator => page.getByRole('region', { name: 'Email', exact: true })

/** The button of a thread in the list of the tab E-mails. */
export const mailThread = (page: Page, subject: RegExp): Locator =>
  page.getByRole('list', { name: 'Email threads' }).getByRole('button', { name: subject })

/** Writes a mail to someone, found by a part of their name, and sends it. */
export async function writeMail(page: Page, to: string, subject: string, text: string): Promise<void> {
  await page.getByRole('button', { name: 'New email' }).click()
  const form = page.getByRole('dialog', { name: 'New email' })
  await form.getByRole('combobox', { name: 'To', exact: true }).fill(to)
  await form.getByRole('option', { name: to }).click()
  await form.getByRole('textbox', { name: 'Subject' }).fill(subject)
  await form.getByRole('textbox', { name: 'Text' }).click()
  await page.keyboard.type(text)
  await page.keyboard.press('Control+Enter')
}

/** Imports a mail of these lines on the tab E-mails. */
export const importMail = (page: Page, name: string, lines: readonly string[]): Promise<void> =>
  page
    .getByLabel('Emails to import')
    .setInputFiles({ name, mimeType: 'message/rfc822', buffer: Buffer.from(lines.join('\r\n')) })
