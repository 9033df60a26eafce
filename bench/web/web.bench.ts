import type { Stage } from '../stage.ts'
import { measureBoard } from './board.bench.ts'
import { inBrowser, type Page, type WebFigure } from './browser.ts'
import { measureEditing } from './editing.bench.ts'
import { measureList } from './list.bench.ts'
import { measureLogin } from './login.bench.ts'
import { measureRows } from './rows.bench.ts'
import { measureSlowed } from './slowed.bench.ts'

type Part = (page: Page, stage: Stage) => Promise<WebFigure[]>

const parts: Readonly<Record<string, Part>> = {
  'web list': measureList,
  'web editing': measureEditing,
  'web rows': measureRows,
  'web board': measureBoard,
  'web slowed': measureSlowed,
  'web login': measureLogin,
}

/**
 * The screens that are worked in most, in Chromium, each in a browser of its own. Milliseconds, but for counts and for
 * megabytes of memory. `only` takes all by `web`, or one of the parts.
 */
export async function* benchWeb(stage: Stage, only: RegExp): AsyncGenerator<WebFigure[]> {
  for (const [name, measure] of Object.entries(parts)) {
    if (only.test('web') || only.test(name)) yield await inBrowser(stage, (page) => measure(page, stage))
  }
}
