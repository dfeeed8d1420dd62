import '../styles/every-screen.ts'
import './fleet-tokens.css'
import { createGuardedRoot } from '../ui/guard/guarded-root.tsx'
import { typeDigitsByKey } from '../ui/keypad.tsx'
import { suppressKeyRepeat } from '../ui/hooks.ts'
import { FleetApp } from './fleet-app.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('fleet.html has no #root')
suppressKeyRepeat()
typeDigitsByKey()
createGuardedRoot(root, null).render(<FleetApp />)
