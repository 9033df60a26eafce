import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { toast } from '../../../ui/toast-store.ts'

/** Saves a change; a message says where that failed, and the screen shows the value from before again. */
export async function save(work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!isSessionExpired(error)) toast.error(errorText(error), { subject: 'notification-preferences' })
  }
}
