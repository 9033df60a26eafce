import type { Level } from '@steward/contracts/level'
import { Button } from '../../../ui/button.tsx'
import { levelTitle } from '../../../entities/level/index.ts'
import type { Detection } from '../bulk.calls.ts'
import type { Choices, Choose } from '../wizard/import-draft.ts'
import { columnsForName, withMadeName } from './further-targets.ts'

type MadeNameOfferProps = { level: Level; detection: Detection; choices: Choices; onChoose: Choose }

/** Offers a name for records of a file that has none. */
export function MadeNameOffer({ level, detection, choices, onChoose }: MadeNameOfferProps) {
  const from = columnsForName(level, detection, choices)
  if (from.length === 0) return null
  const names = from.map((column) => `"${detection.columns[column]?.name ?? ''}"`).join(' and ')
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-2">
      No column has the name of the {levelTitle(level).toLowerCase()}. It can be made from {names}.
      <Button size="sm" onClick={() => onChoose(withMadeName(level, choices, from))}>
        Make the name
      </Button>
    </p>
  )
}
