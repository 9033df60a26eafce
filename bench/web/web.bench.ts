import type { Stage } from '../stage.ts'
import { measureBoard } from './board.bench.ts'
import { inBrowser, type WebFigure } from './browser.ts'
import { measureEditing } from './editing.bench.ts'
import { measureList } from './list.bench.ts'
import { measureLogin } from './login.bench.ts'
import { measureRows } from './rows.bench.ts'
import { measureSlowed } from './slowed.bench.ts'

/** The screens that are worked in most, in Chromium. Milliseconds, but for counts and for megabytes of memory. */
export const benchWeb = (stage: Stage): Promise<WebFigure[]> =>
  inBrowser(stage, async (page) => [
    ...(await measureList(page, stage)),
    ...(await measureEditing(page, stage)),
    ...(await measureRows(page, stage)),
    ...(await measureBoard(page)),
    ...(await measureSlowed(page, stage)),
    ...(await measureLogin(page)),
  ])
