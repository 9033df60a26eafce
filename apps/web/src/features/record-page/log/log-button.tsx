import { Suspense } from 'react'
import { IconChevronDown } from '@tabler/icons-react'
import { type RecordLogger, useRecordScreen } from '../../../entities/record-screen/index.ts'
import { useCan } from '../../../api/can.ts'
import { useSearchParams } from '../../../components/search-params.ts'
import { useShortcut } from '../../../components/shortcuts.ts'
import { Button } from '../../../ui/button.tsx'
import { tooltip } from '../../../ui/tooltip.tsx'
import { useAnchor } from '../../../ui/use-anchor.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'

const LogMenu = lazyPart(() => import('./log-menu.tsx'), 'LogMenu')

/** What may be logged with the record of the page by its reader. */
export function useLoggers(loggers: readonly RecordLogger[]): readonly RecordLogger[] {
  const { level } = useRecordScreen()
  const may = useCan()
  return may('timeline.edit') ? loggers.filter(({ levels }) => levels.includes(level.id)) : []
}

/** Logs the first thing at a press, and offers the others beside it. */
export function LogButton({ loggers }: { loggers: readonly RecordLogger[] }) {
  const offered = useLoggers(loggers)
  const [, setSearch] = useSearchParams()
  const menu = useAnchor('menu')
  const [first] = offered
  if (!first) return null
  const log = ({ value }: RecordLogger) => setSearch({ log: value })
  return (
    <div className="flex" role="group" aria-label="Log">
      <Button
        size="sm"
        variant="primary"
        className="rounded-r-none"
        icon={<first.icon aria-hidden />}
        onClick={() => log(first)}
        {...tooltip(`Log a ${first.label.toLowerCase()}`, first.shortcut)}
      >
        <span>
          Log<span className="max-sm:hidden"> {first.label.toLowerCase()}</span>
        </span>
      </Button>
      <Button
        size="sm"
        variant="primary"
        aria-label="Log another type"
        className="rounded-l-none border-l border-white/25 px-1.5"
        icon={<IconChevronDown aria-hidden />}
        {...menu.button}
      />
      {offered.map((logger) => (
        <LogKey key={logger.value} logger={logger} run={() => log(logger)} />
      ))}
      {menu.used && (
        <Suspense>
          <LogMenu loggers={offered} anchor={menu.anchor} onClose={menu.close} onLog={log} />
        </Suspense>
      )}
    </div>
  )
}

function LogKey({ logger, run }: { logger: RecordLogger; run: () => void }) {
  useShortcut(logger.shortcut, run, { label: `Log: ${logger.label}`, group: 'Record' })
  return null
}
