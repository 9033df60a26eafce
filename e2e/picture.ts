import { join } from 'node:path'
import type { Page } from 'playwright-core'

/** Pictures of the handbook. */
const folder = join(import.meta.dirname, '../docs/use')

/** `pointing`: the pointer stays where it is, because what it points at is in the picture. */
export async function save(
  page: Page,
  name: string,
  into = folder,
  { pointing } = { pointing: false },
): Promise<void> {
  if (!pointing) await page.mouse.move(0, 0)
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  await page.screenshot({ path: join(into, `${name}.png`) })
}
