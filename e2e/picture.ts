import { join } from 'node:path'
import type { Page } from 'playwright-core'

/** Pictures of the handbook. */
const folder = join(import.meta.dirname, '../docs/use')

export async function save(page: Page, name: string, into = folder): Promise<void> {
  await page.mouse.move(0, 0)
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  await page.screenshot({ path: join(into, `${name}.png`) })
}
