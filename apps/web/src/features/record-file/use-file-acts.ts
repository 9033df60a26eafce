import { useQueryClient } from '@tanstack/react-query'
import type { FileGroup } from '@steward/contracts/record-file'
import { isSessionExpired } from '../../api/api-error.ts'
import { useCan } from '../../api/can.ts'
import { errorText } from '../../api/error-text.ts'
import { downloadFile } from '../../entities/file/index.ts'
import { rememberUndo, useUndo } from '../../entities/change-set/index.ts'
import { toast } from '../../ui/toast.tsx'
import type { FileEntry } from './file-entries.rules.ts'
import {
  bookmarkFiles,
  updateFiles,
  patchGroup,
  pinFile,
  refreshFiles,
  deleteFiles,
  restoreFiles,
} from './files.calls.ts'

/** What can be done with a listed file. */
export interface FileActs {
  mayWrite: boolean
  /** Whether its comment can be changed and it can be deleted: where it was put as a file. */
  mayEdit(entry: FileEntry): boolean
  mayPin(entry: FileEntry): boolean
  download(entry: FileEntry): void
  bookmark(entry: FileEntry): void
  pin(entry: FileEntry): void
  remove(entry: FileEntry): void
}

function download({ file }: FileEntry): void {
  void downloadFile(file.fileId).catch((error: unknown) => {
    if (!isSessionExpired(error)) toast.error(errorText(error), { subject: `file-${file.fileId}` })
  })
}

/** The acts on the files of a record; each shows at once, and goes back where it is refused. */
export function useFileActs(): FileActs {
  const client = useQueryClient()
  const takeBack = useUndo()
  const mayWrite = useCan()('timeline.edit')

  async function attempt(
    { groupId }: FileGroup,
    change: Partial<FileGroup> | null,
    call: () => Promise<void>,
  ): Promise<boolean> {
    const goBack = patchGroup(client, groupId, change)
    try {
      await call()
      void refreshFiles(client)
      return true
    } catch (error) {
      goBack()
      if (!isSessionExpired(error)) toast.error(errorText(error), { subject: `files-${groupId}` })
      return false
    }
  }

  async function remove({ file, group }: FileEntry) {
    const { groupId, itemId, files } = group
    const rest = files.filter(({ fileId }) => fileId !== file.fileId)
    const isLast = rest.length === 0
    const all = files.map(({ fileId }) => fileId)
    const restIds = rest.map(({ fileId }) => fileId)
    const done = isLast
      ? await attempt(group, null, () => deleteFiles(groupId))
      : await attempt(group, { files: rest }, () => updateFiles(groupId, { files: restIds }))
    if (!done) return
    const change = {
      changeSetId: null,
      label: `${file.name} deleted`,
      subject: `file-${file.fileId}`,
      async act() {
        await (isLast ? restoreFiles(itemId) : updateFiles(groupId, { files: all }))
        await refreshFiles(client)
      },
    }
    rememberUndo(change)
    toast.done(change.label, { subject: change.subject, undo: () => void takeBack(change) })
  }

  return {
    mayWrite,
    mayEdit: ({ group }) => mayWrite && group.mayEdit && group.kind === 'file',
    mayPin: ({ group }) => mayWrite && group.mayEdit,
    download,
    bookmark({ group }) {
      const bookmarkStatus = !group.bookmarkStatus
      void attempt(group, { bookmarkStatus }, () => bookmarkFiles(group.groupId, bookmarkStatus))
    },
    pin({ file, group }) {
      const pinStatus = !group.pinStatus
      void attempt(group, { pinStatus }, () => pinFile(file.fileId, pinStatus))
    },
    remove: (entry) => void remove(entry),
  }
}
