export { default } from '../../theme.ts'
