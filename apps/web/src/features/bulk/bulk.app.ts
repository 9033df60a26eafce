import { IconTableImport, IconUpload } from '@tabler/icons-react'
import type { AppParts } from '../../feature.ts'
import { paths } from '../../paths.ts'

export const bulkApp: AppParts = {
  sidebar: [
    {
      group: 'Work',
      order: 20,
      label: 'Imports',
      icon: IconTableImport,
      to: paths.imports,
      under: [paths.imports],
      key: 'i',
      permission: 'bulk.read',
    },
  ],
  commands: [
    {
      id: 'create-import',
      group: 'Create',
      label: 'Import from a file',
      icon: IconUpload,
      to: paths.newImport,
      permission: 'bulk.run',
    },
  ],
}
