import { render } from 'svelte/server';
import Shop from './shop.svelte';

process.stdout.write(render(Shop).body);
