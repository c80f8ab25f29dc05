import '@pgw/checkout/define';
import type {} from '@pgw/checkout/vue';
import '../style.css';
import { createApp } from 'vue';
import App from './App.vue';

createApp(App).mount('#app');
