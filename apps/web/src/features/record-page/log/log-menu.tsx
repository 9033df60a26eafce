import type { RecordLogger } from '../../../entities/record-screen/index.ts'
import { AnchoredMenu } from '../../../ui/anchored.tsx'
import { MenuItem } from '../../../ui/menu.tsx'

type LogMenuProps = {
  loggers: readonly RecordLogger[]
  anchor: Element | null
  onClose: () => void
  onLog: (logger: RecordLogger) => void
}

/** What can be logged, each with its key. */
export function LogMenu({ loggers, anchor, onClose, onLog }: LogMenuProps) {
  return (
    <AnchoredMenu anchor={anchor} onClose={onClose} align="end">
      {loggers.map((logger) => (
        <MenuItem
          key={logger.value}
          icon={<logger.icon />}
          shortcut={logger.shortcut}
          onSelect={() => onLog(logger)}
        >
          {logger.label}
        </MenuItem>
      ))}
    </AnchoredMenu>
  )
}
