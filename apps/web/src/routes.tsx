import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type AnyRoute,
  type RouteComponent,
} from '@tanstack/react-router'
import { sessionChecked } from './api/identity.ts'
import { readSession } from './api/session.ts'
import { paths } from './paths.ts'
import { ErrorScreen } from './shell/error-screen.tsx'
import { Root } from './shell/root.tsx'
import { StartingScreen } from './shell/starting-screen.tsx'

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface HistoryState {
    /** Where to continue after sign-in. */
    origin?: string
    /** What went well, and what did not, for the sign-in to show. */
    notice?: string
    failure?: string
  }
}

const rootRoute = createRootRoute({
  component: Root,
  errorComponent: ErrorScreen,
})

/** Makes the pages under a route, each a chunk of its own. */
function pagesUnder<Parent extends AnyRoute>(parent: () => Parent) {
  return <const Path extends string>(path: Path, component: RouteComponent) =>
    createRoute({ getParentRoute: parent, path, component })
}

/* The signed-out area. */

/** What every screen of the signed-out area has around it; it has no part in the address. */
const signedOutRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-out',
  component: lazyRouteComponent(() => import('./features/identity/signed-out-frame.tsx'), 'SignedOutFrame'),
})

/** A screen of the signed-out area. */
const signedOutPage = pagesUnder(() => signedOutRoute)

const loginPage = lazyRouteComponent(() => import('./features/identity/login.page.tsx'), 'LoginPage')

const signedOutRoutes = [
  signedOutPage('/', loginPage),
  signedOutPage('login', loginPage),
  signedOutPage(
    'activate-account',
    lazyRouteComponent(() => import('./features/identity/activate.page.tsx'), 'ActivatePage'),
  ),
  signedOutPage(
    'forgot-password',
    lazyRouteComponent(() => import('./features/identity/forgot-password.page.tsx'), 'ForgotPasswordPage'),
  ),
  signedOutPage(
    'reset-password',
    lazyRouteComponent(() => import('./features/identity/reset-password.page.tsx'), 'ResetPasswordPage'),
  ),
  signedOutPage(
    'change-password',
    lazyRouteComponent(() => import('./features/identity/change-password.page.tsx'), 'ChangePasswordPage'),
  ),
  signedOutPage(
    'mfa',
    lazyRouteComponent(() => import('./features/identity/mfa.page.tsx'), 'MfaPage'),
  ),
  signedOutPage(
    'locked',
    lazyRouteComponent(() => import('./features/identity/locked.page.tsx'), 'LockedPage'),
  ),
]

const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad({ location }) {
    throw redirect({ to: paths.login, replace: true, state: location.state })
  },
})

/* The signed-in area. */

/** Lets only a signed-in user through; who has to sign in first comes back to the address. */
async function requireSession({ location }: { location: { href: string } }): Promise<void> {
  // A known user goes on at once, the check runs beside; without one it has to be waited for.
  if (readSession().state === 'checking' && !readSession().user) await sessionChecked
  if (readSession().state === 'signed-out') {
    throw redirect({ to: paths.login, replace: true, state: { origin: location.href } })
  }
}

/** Pages of the signed-in area without the sidebar; it has no part in the address. */
const calmRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'calm',
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import('./shell/calm-frame.tsx'), 'CalmFrame'),
})

const calmRoutes = [
  pagesUnder(() => calmRoute)(
    'app/complete-profile',
    lazyRouteComponent(() => import('./features/profile/complete-profile.page.tsx'), 'CompleteProfilePage'),
  ),
]

const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app',
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
})

const appStartRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  beforeLoad() {
    throw redirect({ href: paths.start, replace: true })
  },
})

const unknownPageRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '$',
  component: lazyRouteComponent(() => import('./shell/not-found.page.tsx'), 'NotFoundPage'),
})

/** A page under /app. */
const page = pagesUnder(() => appRoute)

/** /app/organizations/…, accounts, contacts, pipelines; `useLevel()` shows which. */
const levelRoute = page(
  '$level',
  lazyRouteComponent(() => import('./level-screens.tsx'), 'LevelScreens'),
)

/** A page of every level, under /app/$level. */
const levelPage = pagesUnder(() => levelRoute)

const recordListRoute = levelPage(
  'list',
  lazyRouteComponent(() => import('./features/record-list/record-list.page.tsx'), 'RecordListPage'),
)

const recordBoardRoute = levelPage(
  'board',
  lazyRouteComponent(() => import('./features/record-board/record-board.page.tsx'), 'RecordBoardPage'),
)

/** Opens the form over the list; what the address presets goes along. */
const newRecordRoute = createRoute({
  getParentRoute: () => levelRoute,
  path: 'new',
  beforeLoad({ location, params }) {
    const { level } = params as { level: string }
    const search = location.searchStr.replace('?', '&')
    throw redirect({ href: `/app/${level}/list?create=true${search}`, replace: true })
  },
})

const recordRoute = levelPage(
  '$id',
  lazyRouteComponent(() => import('./record-360.tsx'), 'Record360'),
)

const segmentsPage = lazyRouteComponent(() => import('./features/segment/segments.page.tsx'), 'SegmentsPage')

const levelSegmentRoutes = [
  levelPage('segments', segmentsPage),
  levelPage(
    'segments/$id',
    lazyRouteComponent(() => import('./segment-screen.tsx'), 'SegmentScreen'),
  ),
]

const importRoutes = [
  page(
    'imports',
    lazyRouteComponent(() => import('./features/bulk/import-history.page.tsx'), 'ImportHistoryPage'),
  ),
  page(
    'imports/new',
    lazyRouteComponent(() => import('./features/bulk/import-wizard.page.tsx'), 'ImportWizardPage'),
  ),
  page(
    'imports/$jobId',
    lazyRouteComponent(() => import('./features/bulk/import-job.page.tsx'), 'ImportJobPage'),
  ),
]

/** Lays the list of sections beside every settings page; it has no part in the address. */
const settingsFrameRoute = createRoute({
  getParentRoute: () => appRoute,
  id: 'settings-frame',
  component: lazyRouteComponent(() => import('./shell/settings/settings-frame.tsx'), 'SettingsFrame'),
})

/** A settings page, under /app. */
const settingsPage = pagesUnder(() => settingsFrameRoute)

const settingsRoutes = [
  settingsPage(
    'settings',
    lazyRouteComponent(() => import('./shell/settings/settings-start.page.tsx'), 'SettingsStartPage'),
  ),
  settingsPage(
    'profile',
    lazyRouteComponent(() => import('./features/profile/profile.page.tsx'), 'ProfilePage'),
  ),
  settingsPage(
    'profile/api-tokens',
    lazyRouteComponent(() => import('./features/api-tokens/personal-tokens.page.tsx'), 'PersonalTokensPage'),
  ),
  settingsPage(
    'settings/api-tokens',
    lazyRouteComponent(() => import('./features/api-tokens/company-tokens.page.tsx'), 'CompanyTokensPage'),
  ),
  settingsPage(
    'settings/sign-in',
    lazyRouteComponent(
      () => import('./features/sign-in-settings/sign-in-settings.page.tsx'),
      'SignInSettingsPage',
    ),
  ),
  settingsPage(
    'user-management',
    lazyRouteComponent(() => import('./features/user-management/users.page.tsx'), 'UsersPage'),
  ),
  settingsPage(
    'user-management/roles',
    lazyRouteComponent(() => import('./features/user-management/roles.page.tsx'), 'RolesPage'),
  ),
  settingsPage(
    'settings/data-management/currency',
    lazyRouteComponent(() => import('./features/currency/currency.page.tsx'), 'CurrencyPage'),
  ),
  settingsPage(
    'settings/data-management/$entity',
    lazyRouteComponent(() => import('./features/field-admin/fields.page.tsx'), 'FieldsPage'),
  ),
  settingsPage(
    'settings/analytics-management',
    lazyRouteComponent(
      () => import('./features/health-admin/health-settings.page.tsx'),
      'HealthSettingsPage',
    ),
  ),
  settingsPage(
    'settings/churn-reasons',
    lazyRouteComponent(
      () => import('./features/field-admin/churn/churn-reasons.page.tsx'),
      'ChurnReasonsPage',
    ),
  ),
  settingsPage(
    'settings/activity-types',
    lazyRouteComponent(
      () => import('./features/timeline/settings/activity-types.page.tsx'),
      'ActivityTypesPage',
    ),
  ),
  settingsPage(
    'settings/note-templates',
    lazyRouteComponent(
      () => import('./features/timeline/settings/note-templates.page.tsx'),
      'NoteTemplatesPage',
    ),
  ),
  settingsPage(
    'settings/email-templates',
    lazyRouteComponent(() => import('./features/email/mail-templates.page.tsx'), 'MailTemplatesPage'),
  ),
  settingsPage(
    'settings/audit-log',
    lazyRouteComponent(() => import('./features/audit/audit-log.page.tsx'), 'AuditLogPage'),
  ),
  settingsPage(
    'settings/outbox',
    lazyRouteComponent(() => import('./features/messenger/outbox.page.tsx'), 'OutboxPage'),
  ),
]

const routeTree = rootRoute.addChildren([
  signedOutRoute.addChildren(signedOutRoutes),
  unknownRoute,
  calmRoute.addChildren(calmRoutes),
  appRoute.addChildren([
    appStartRoute,
    unknownPageRoute,
    page('segments', segmentsPage),
    ...importRoutes,
    settingsFrameRoute.addChildren(settingsRoutes),
    levelRoute.addChildren([
      recordListRoute,
      recordBoardRoute,
      newRecordRoute,
      ...levelSegmentRoutes,
      recordRoute,
    ]),
  ]),
])

export function createAppRouter() {
  return createRouter({
    routeTree,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: StartingScreen,
    defaultErrorComponent: ErrorScreen,
  })
}
