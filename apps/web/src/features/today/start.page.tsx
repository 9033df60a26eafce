// The pages on which a day, or a company, begins come in one file.
export { GettingStartedPage } from './getting-started/getting-started.page.tsx'
export { TodaySettingsPage } from './today-settings.page.tsx'
export { TodayPage } from './today.page.tsx'
