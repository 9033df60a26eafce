import { IconPaperclip } from '@tabler/icons-react'
import { mostCounted } from '@steward/contracts/plain/overview-card'
import type { AppParts } from '../../feature.ts'
import { everyLevel, upTo } from '../../entities/record-screen/index.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

export const recordFileApp: AppParts = {
  recordTabs: [
    {
      value: 'files',
      label: 'Files',
      levels: everyLevel,
      order: 30,
      count: ({ counts }) => upTo(mostCounted.items, counts.files),
      Body: lazyPart(() => import('./files-tab.tsx'), 'FilesTab'),
    },
  ],
  recordLoggers: [
    {
      value: 'file',
      label: 'File',
      shortcut: 'f',
      icon: IconPaperclip,
      levels: everyLevel,
      Body: lazyPart(() => import('./file-logger.tsx'), 'FileLogger'),
    },
  ],
}
