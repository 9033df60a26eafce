import { SettingsPage } from '../../components/settings/settings-page.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import { FileChoice } from '../../entities/table-file/index.ts'
import { UserImportForm } from './import/user-import-form.tsx'
import { UserImportHistory } from './import/user-import-history.tsx'

/** Adds users from a file. */
export function UserImportPage() {
  const [{ upload }, change] = useSearchParams()
  const uploadId = typeof upload === 'string' ? upload : null
  return (
    <SettingsPage title="Import users" permission="user.administer" what="imports of users">
      <div className="mx-auto flex max-w-240 flex-col gap-8 p-4 md:p-6">
        {uploadId ? (
          <UserImportForm
            key={uploadId}
            uploadId={uploadId}
            onEnd={() => change({ upload: undefined }, { replace: true })}
          />
        ) : (
          <FileChoice onDone={(id) => change({ upload: id })}>
            Add teammates from a file with one row for each. You’ll see who is added before you start, and can
            undo it as a whole.
          </FileChoice>
        )}
        <UserImportHistory />
      </div>
    </SettingsPage>
  )
}
