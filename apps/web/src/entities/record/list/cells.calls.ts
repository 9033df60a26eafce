import type { WriteCells, WrittenCells } from '@steward/contracts/cell'
import type { Level } from '@steward/contracts/level'
import { api, send } from '../../../api/client.ts'
import { pathsOf } from '../record.calls.ts'

/** The cells of one record that are to be written, by field name. */
export type CellRowInput = WriteCells['cells'][number]

/** Writes cells as one change; texts are read as people write them in the language of `locale`. */
export async function writeCells(
  level: Level,
  cells: readonly CellRowInput[],
  locale: string,
): Promise<WrittenCells> {
  const body = { cells: [...cells], asText: true, locale }
  return (await send(api.POST(pathsOf(level).cells, { body }))).data
}
