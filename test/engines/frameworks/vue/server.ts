import { createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import Shop from './shop.vue';

process.stdout.write(await renderToString(createSSRApp(Shop)));
