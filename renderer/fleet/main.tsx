import '../styles/every-screen.ts'
import './fleet-tokens.css'
import { createGuardedRoot } from '../components/guard/guarded-root.tsx'
import { typeDigitsByKey } from '../components/keypad.tsx'
import { actOncePerPress } from '../components/hooks.ts'
import { FleetApp } from './fleet-app.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('fleet.html has no #root')
actOncePerPress()
typeDigitsByKey()
createGuardedRoot(root, null).render(<FleetApp />)
