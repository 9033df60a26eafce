import type { QueryClient } from '@tanstack/react-query'
import { levelOf, levels, type LevelName } from '@steward/contracts/level'
import { detectionQuery, type Detection } from '../../../entities/table-file/index.ts'

const words: Record<LevelName, RegExp> = {
  pipeline: /pipeline|opportunit|deals?\b|risks?\b/i,
  contact: /contact|people|persons?\b|kontakt/i,
  account: /account|sites?\b|stores?\b|branch|konto|konten/i,
  organization: /organi[sz]ation|compan(y|ies)|customer|client|groups?\b|firm|kunden/i,
}

/** The level that the name of a file or of a sheet speaks of. */
function levelInName(name: string): LevelName | null {
  const found = (Object.keys(words) as LevelName[]).find((level) => words[level].test(name))
  return found ?? null
}

/** How well the columns fit a level: those that surely go to a field of it. */
const fitOf = ({ columns }: Detection): number =>
  columns.reduce((sum, { target, confidence }) => sum + (target === null ? 0 : (confidence ?? 0)), 0)

/** The level that the columns of a table fit best; null where none fits. */
async function levelInColumns(
  client: QueryClient,
  uploadId: string,
  sheet: string | null,
): Promise<LevelName | null> {
  const settings = sheet === null ? {} : { sheet }
  const fits = await Promise.all(
    levels.map(async (level) => ({
      level: level.name,
      fit: fitOf(await client.fetchQuery(detectionQuery(uploadId, level, settings))),
    })),
  )
  const [best] = fits.toSorted((a, b) => b.fit - a.fit)
  return best && best.fit > 0 ? best.level : null
}

/** The level of the rows of a table: by its name, else by its columns. */
export async function guessLevel(
  client: QueryClient,
  table: { uploadId: string; sheet: string | null; fileName: string },
): Promise<LevelName | null> {
  const { uploadId, sheet, fileName } = table
  const named = levelInName(sheet ?? fileName)
  return named ?? levelInColumns(client, uploadId, sheet).catch(() => null)
}

/** The sheets of a workbook that has several; one table without a name for any other file. */
export async function sheetsOf(client: QueryClient, uploadId: string): Promise<(string | null)[]> {
  const { sheets } = await client.fetchQuery(detectionQuery(uploadId, levelOf('organization'), {}))
  return sheets.length > 1 ? sheets : [null]
}
